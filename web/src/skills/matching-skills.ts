import type { Skill } from '@dailies/sdk'

/** Ranked like every search of the service: exact names first, then names that begin with the text, then others. */
export function matchingSkills<Found extends Pick<Skill, 'name' | 'description'>>(
  skills: readonly Found[],
  typed: string,
): Found[] {
  const wanted = typed.trim().toLocaleLowerCase()
  const rank = ({ name, description }: Found): number => {
    const title = name.toLocaleLowerCase()
    if (title === wanted) return 0
    if (title.startsWith(wanted)) return 1
    if (title.includes(wanted)) return 2
    return description.toLocaleLowerCase().includes(wanted) ? 3 : Infinity
  }
  const ranked = skills.map((skill) => ({ skill, rank: wanted === '' ? 0 : rank(skill) }))
  return ranked
    .filter(({ rank }) => rank < Infinity)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ skill }) => skill)
}
