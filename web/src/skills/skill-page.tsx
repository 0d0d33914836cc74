export function SkillPage() {
  return <div className="page">SkillPage</div>
}
