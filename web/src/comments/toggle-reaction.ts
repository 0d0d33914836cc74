import type { Reaction } from '@dailies/sdk'

/** The reactions after one was added, or removed if it existed. */
export function withReactionToggled(
  reactions: readonly Reaction[],
  type: string,
  userId: string,
): { reactions: Reaction[]; mine: boolean } {
  const given = reactions.find((reaction) => isSame(reaction.type, type))
  if (!given) return { reactions: [...reactions, { type, count: 1, users: [{ id: userId }] }], mine: true }
  const others = given.users.filter(({ id }) => id !== userId)
  const mine = others.length === given.users.length
  const users = mine ? [...given.users, { id: userId }] : others
  const changed = { ...given, users, count: users.length }
  return {
    reactions: reactions.flatMap((one) => (one !== given ? [one] : users.length === 0 ? [] : [changed])),
    mine,
  }
}

/** ❤ and ❤️ are the same reaction. */
function isSame(a: string, b: string): boolean {
  return a.replaceAll('\u{fe0f}', '') === b.replaceAll('\u{fe0f}', '')
}
