export function ProjectsPage() {
  return <div className="page">ProjectsPage</div>
}
