import type { Tag } from './all.ts'

// Never run: the compiler is the test. It fails if the list of an endpoint is not literal, because every string is then a tag.

export const tags: Tag[] = [
  'messages',
  'kartes',
  'health_scores',
  'room_presences',
  // @ts-expect-error nothing changes it
  'unchanged',
]
