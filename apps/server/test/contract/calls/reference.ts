import { type Call, get, type Ids, none, post, put, remove } from './call.ts'
import { dots, Multipart } from './multipart.ts'
import { paged, person, under } from './reply.ts'

const row = 'users, facilities, products, coupons, policies, audit log'
/** Older than every row: a permitted caller gets 409, and nothing changes. */
const updated_at = '2020-01-01T00:00:00.000Z'
const names = (name_ja: string) => ({ name_ja, name_en: '', name_kr: '' })
let count = 0

/** The calls that list, export, read, add and change the rows of one table. `lists` names those of its `keys` whose value is a list. */
const table = (name: string, keys: string, lists: string, filters: string, body: () => object, idOf: (ids: Ids) => number = () => 1): Record<string, Call> => {
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
    [`GET ${path}/{id}`]: get((ids) => `${path}/${idOf(ids)}`, row, 'none', { reply: lineKeys('') }),
    [`POST ${path}`]: post(() => path, body, row, 'none'),
    [`PUT ${path}/{id}`]: put(
      (ids) => `${path}/${idOf(ids)}`,
      () => ({ ...body(), updated_at }),
      row,
      'none',
      { good: 409 },
    ),
  }
}

/** Reference data that administrators edit. */
export const referenceCalls: Record<string, Call> = {
  'GET /api/admin/canned_replies': get(() => '/api/admin/canned_replies', row, 'none', {
    filters: 'q=予約&sort=-updated_at&page=1',
    reply: [...paged, ...under('items[].', 'id title body is_shared owner updated_at'), ...under('items[].owner.', person)],
  }),
  'GET /api/admin/canned_replies/export': get(() => '/api/admin/canned_replies/export', row, 'none', { filters: 'q=予約&sort=title', isFile: true }),
  // no canned reply has this id
  'GET /api/admin/canned_replies/{id}': get(() => `/api/admin/canned_replies/${none}`, row, 'none', { good: 404 }),
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
  ...table(
    'result_categories',
    'id name_ja name_en name_kr result_group unit unit_display decimals value_labels applicable_sex possible_min possible_max likely_min likely_max serious_below serious_above loinc jlac10 source is_active sort_number updated_at',
    'value_labels',
    'sort=name_ja&result_group=body&is_active=true',
    () => ({
      ...names('試験'),
      ...{ result_group: 'body', unit: '', unit_display: '', decimals: 1, value_labels: [], applicable_sex: 'any' },
      ...{ possible_min: null, possible_max: null, likely_min: null, likely_max: null, serious_below: null, serious_above: null },
      ...{ loinc: null, jlac10: null, source: '', is_active: false, sort_number: 9000 },
    }),
  ),
  ...table(
    'image_categories',
    'id name_ja name_en name_kr body_part modality image_kind applicable_sex is_active sort_number updated_at',
    '',
    'sort=name_ja&body_part=chest&modality=ct&is_active=true',
    () => ({
      ...names('試験'),
      ...{ body_part: 'chest', modality: 'ct', image_kind: 'image', applicable_sex: 'any', is_active: false, sort_number: 9000 },
    }),
    ({ imageCategory }) => imageCategory,
  ),
  ...table(
    'test_categories',
    'id name_ja name_en name_kr test_group applicable_sex requires_fasting default_package_kinds numeric_categories image_categories is_active sort_number updated_at',
    'default_package_kinds numeric_categories image_categories',
    'sort=name_ja&test_group=blood&is_active=true',
    () => ({
      ...names('試験'),
      ...{ test_group: 'blood', applicable_sex: 'any', requires_fasting: false, default_package_kinds: [], is_active: false, sort_number: 900 },
      ...{ numeric_categories: ['ldl_cholesterol'], image_categories: [] },
    }),
  ),
  ...table(
    'reference_ranges',
    'id category_id category_name unit sex age_min age_max unhealthy_below healthy_min healthy_max unhealthy_above valid_from valid_until state source updated_at',
    '',
    'sort=valid_from&state=current&sex=any&category_id=1',
    () => {
      const year = 2090 + ++count
      return {
        ...{ category_id: 1, sex: 'any', age_min: 140, age_max: null, valid_from: `${year}-01-01`, valid_until: `${year}-12-31`, source: '試験' },
        ...{ unhealthy_below: null, healthy_min: null, healthy_max: 120, unhealthy_above: 180 },
      }
    },
  ),
  ...table(
    'products',
    'id name_ja name_kana name_en name_kr product_category_id product_category description_ja description_en description_kr reason_ja reason_en reason_kr has_known_ingredients ingredients allergens price_without_tax tax_rate is_stock_counted stock stock_reason images images[] visible sort_number updated_at',
    'ingredients allergens',
    'sort=-price_without_tax&visible=true',
    () => ({
      ...names('試験の商品'),
      ...{ name_kana: '', product_category_id: 1, description_ja: '', description_en: '', description_kr: '', reason_ja: '', reason_en: '', reason_kr: '' },
      ...{ has_known_ingredients: true, ingredients: ['水'], allergens: ['小麦'], price_without_tax: 1000, tax_rate: 8, visible: false, sort_number: 9000 },
      ...{ is_stock_counted: true, stock_change: 5, stock_change_reason: '入荷' },
    }),
  ),
  'POST /api/admin/products/{id}/images': post(
    () => '/api/admin/products/1/images',
    () => new Multipart({}, 'image', dots(1)),
    row,
    'none',
  ),
  // `images` does not name the product's images
  'PUT /api/admin/products/{id}/images': put(
    () => '/api/admin/products/1/images',
    () => ({ images: ['none'] }),
    row,
    'none',
    { good: 409 },
  ),
  ...table('product_categories', 'id name_ja name_en name_kr sort_number product_count updated_at', '', 'sort=-name_ja', () => ({
    ...names('試験の分類'),
    sort_number: 900,
  })),
  'DELETE /api/admin/products/{id}/images': remove(() => '/api/admin/products/1/images?image=none', row, 'none', { good: 404 }),
  ...table(
    'coupons',
    'id code name_ja name_en name_kr discount_kind discount_value max_discount min_sum product_ids starts_on ends_on total_limit per_person_limit used_count is_active sort_number updated_at',
    'product_ids',
    'sort=code&discount_kind=fixed&is_active=true',
    () => ({
      ...names('試験のクーポン'),
      ...{ code: `TRIAL-${++count}`, discount_kind: 'fixed', discount_value: 500, max_discount: null, min_sum: 0, product_ids: [1] },
      ...{ starts_on: null, ends_on: null, total_limit: null, per_person_limit: 1, is_active: false, sort_number: 9000 },
    }),
  ),
  ...table(
    'delivery_rules',
    'id starts_on fee timed_fee tax_rate free_from earliest_days supplier_lead_days max_days state updated_at',
    '',
    'sort=-starts_on',
    () => ({
      ...{ starts_on: new Date(Date.UTC(2070, 0, ++count)).toISOString().slice(0, 10), fee: 770, timed_fee: 990, tax_rate: 10, free_from: null },
      ...{ earliest_days: 3, supplier_lead_days: 5, max_days: 30 },
    }),
  ),
  // the first rule is in force
  'DELETE /api/admin/delivery_rules/{id}': remove(() => '/api/admin/delivery_rules/1', row, 'none', { good: 422 }),
}

/** Connected apps; the trials add the first. */
export const separateReferenceCalls: Record<string, Call> = table(
  'connected_apps',
  'id client_id name redirect_uris scopes is_active updated_at',
  'redirect_uris scopes',
  'sort=name&is_active=true',
  () => ({ name: '試験のアプリ', redirect_uris: ['https://app.example.com/callback'], scopes: ['patient/*.rs'], is_active: true }),
)
