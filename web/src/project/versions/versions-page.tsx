export function VersionsPage() {
  return <div className="page">VersionsPage</div>
}
