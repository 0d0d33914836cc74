export function FilesPage() {
  return <div className="page">FilesPage</div>
}
