// The projects that this browser opened last.

const key = 'dailies:recent-projects'
const most = 8

export function recentProjects(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

export function rememberProject(id: string): void {
  store([id, ...recentProjects().filter((one) => one !== id)].slice(0, most))
}

export function forgetProject(id: string): void {
  store(recentProjects().filter((one) => one !== id))
}

function store(ids: string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(ids))
  } catch {
    // Storage is not available: there is no row of recent projects.
  }
}
