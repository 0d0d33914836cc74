export function VersionPage() {
  return <div className="page">VersionPage</div>
}
