export function CommentsPage() {
  return <div className="page">CommentsPage</div>
}
