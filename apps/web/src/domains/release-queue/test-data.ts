import type { ReleaseGroup, ReleaseItem } from '@sukoyaka/wire/boards/release-queue'
import { checkup } from '../../test/data/checkup.ts'

export const version = '2026-11-20T00:00:00.000Z'
export const item = (id: number, last_name: string, group: ReleaseGroup, more: Partial<ReleaseItem> = {}): ReleaseItem => ({
  group,
  version,
  patient: {
    id: id * 10,
    last_name,
    first_name: '花子',
    last_name_kana: 'カナ',
    first_name_kana: 'ハナコ',
    icon: null,
    birthday: '1968-03-14',
    sex: 'female',
    phone_number: '09000001284',
  },
  checkup: checkup(id, '2026-11-12T00:00:00Z', { released_at: null, kind: 'general', name: '秋の健診' }),
  findings: { total: 5, unhealthy: 0, warning: 0, unknown: 0, notable: [] },
  has_open_values: false,
  board_row: null,
  hold: null,
  ...more,
})
export const queueOf = (items: ReleaseItem[], released_count = 0) => {
  const count = (group: ReleaseGroup) => items.filter((one) => one.group === group).length
  return { items, counts: { urgent: count('urgent'), review: count('review'), within: count('within') }, released_count }
}
