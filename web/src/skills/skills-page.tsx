export function SkillsPage() {
  return <div className="page">SkillsPage</div>
}
