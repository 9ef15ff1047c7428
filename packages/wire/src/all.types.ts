import type { Tag } from './all.ts'

// This file never runs: compiling it is the test. It fails if `changes` or `staffChanges` of an endpoint is not a literal list, because every string would
// then be a tag.

export const tags: Tag[] = [
  'messages',
  'kartes',
  'health_scores',
  'room_presences',
  // @ts-expect-error no call changes this tag
  'unchanged',
]
