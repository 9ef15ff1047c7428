import { type Call, get, post, put } from './call.ts'
import { paged, under } from './reply.ts'

const row = 'users, facilities, products, coupons, policies, audit log'
/** An old version: a permitted caller gets 409, and nothing changes. */
const updated_at = '2020-01-01T00:00:00.000Z'
const names = (name_ja: string) => ({ name_ja, name_en: '', name_kr: '' })
let count = 0

const table = (name: string, keys: string, lists: string, filters: string, body: () => object): Record<string, Call> => {
  const path = `/api/admin/${name}`
  const lineKeys = (at: string) => [
    ...under(at, keys),
    ...(lists
      ? under(
          at,
          lists
            .split(' ')
            .map((list) => `${list}[]`)
            .join(' '),
        )
      : []),
  ]
  return {
    [`GET ${path}`]: get(() => path, row, 'none', { filters: `q=none&${filters}&page=1`, reply: [...paged, ...lineKeys('items[].')] }),
    [`GET ${path}/export`]: get(() => `${path}/export`, row, 'none', { filters: `q=none&${filters}`, isFile: true }),
    [`GET ${path}/{id}`]: get(() => `${path}/1`, row, 'none', { reply: lineKeys('') }),
    [`POST ${path}`]: post(() => path, body, row, 'none'),
    [`PUT ${path}/{id}`]: put(
      () => `${path}/1`,
      () => ({ ...body(), updated_at }),
      row,
      'none',
      { good: 409 },
    ),
  }
}

/** Reference data that administrators edit. */
export const referenceCalls: Record<string, Call> = {
  ...table(
    'diseases',
    'id name_ja name_kana name_en name_kr also disease_kind icd10 danger_level description_ja description_en is_active sort_number updated_at',
    'also',
    'sort=-icd10&disease_kind=cancer&is_active=true',
    () => ({
      ...names(`試験の病名${++count}`),
      ...{ name_kana: 'シケン', also: ['別名'], disease_kind: 'other', icd10: null, danger_level: null, description_ja: '', description_en: '' },
      ...{ is_active: true, sort_number: 900 },
    }),
  ),
  ...table('emoticons', 'id emoji name_ja name_en name_kr is_active sort_number updated_at', '', 'sort=name_ja&is_active=true', () => ({
    ...names('桜'),
    ...{ emoji: '🌸', is_active: false, sort_number: 900 },
  })),
  ...table(
    'goal_templates',
    'id content_ja content_kana content_en content_kr also goal_kind days_per_week is_active sort_number updated_at',
    'also',
    'sort=content_ja&goal_kind=meal&is_active=true',
    () => ({
      ...{ content_ja: '試験', content_kana: 'シケン', content_en: '', content_kr: '', also: ['別名'], goal_kind: 'other', days_per_week: null },
      ...{ is_active: false, sort_number: 900 },
    }),
  ),
  ...table(
    'record_templates',
    'id name_ja name_en name_kr value_kind unit is_active sort_number updated_at',
    '',
    'sort=name_ja&value_kind=text&is_active=true',
    () => ({
      ...names('試験'),
      ...{ value_kind: 'text', unit: '', is_active: false, sort_number: 900 },
    }),
  ),
}
