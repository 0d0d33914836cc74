export function Logo() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true">
      <path d="M3 4h18a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1Zm1 2v12h16V6H4Z" />
      <path d="M10 9v6l5-3z" />
      <circle cx="19" cy="7" r="4" fill="var(--accent)" stroke="var(--ground)" strokeWidth="2" />
    </svg>
  )
}
