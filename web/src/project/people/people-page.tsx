export function PeoplePage() {
  return <div className="page">PeoplePage</div>
}
