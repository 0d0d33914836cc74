export function ComparePage() {
  return <div className="page">ComparePage</div>
}
