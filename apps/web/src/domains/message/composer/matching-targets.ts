import { matchesName } from '@sukoyaka/rules/search'
import type { Target } from './mention.ts'

const maxTargets = 6

/** Matches kanji, kana and romaji; an empty query returns the first people. */
export const matchingTargets = (targets: readonly Target[], q: string): Target[] =>
  (q ? targets.filter((person) => matchesName(person, q)) : targets).slice(0, maxTargets)
