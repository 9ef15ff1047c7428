import { byUser, type Call, catalogue, type Ids, judgements, nextOf, post, put, type RecordList, read, remove } from './call.ts'
import { allergyKeys, diseaseKeys, medicineKeys, supplementKeys, under } from './reply.ts'

/** The read, add, change and delete calls of one list. */
const rowsOf = (list: RecordList, reply: string[], added: (ids: Ids) => object, changed: object, query = ''): Record<string, Call> => ({
  [`GET /api/${list}`]: byUser(`/api/${list}${query}`, read, { reply }),
  [`POST /api/${list}`]: post(
    () => `/api/${list}`,
    (ids) => ({ user_id: ids.user, ...added(ids) }),
    judgements,
  ),
  [`PUT /api/${list}/{id}`]: put(
    ({ recordIds }) => `/api/${list}/${recordIds[list][0]}`,
    () => changed,
    judgements,
  ),
  // several permitted roles delete in turn, so each needs another row
  [`DELETE /api/${list}/{id}`]: remove(({ recordIds }) => `/api/${list}/${nextOf(recordIds[list])}`, judgements),
})

let assessmentCount = 0
// only one assessment per disease may be open
const nextDisease = () => 20 + (assessmentCount++ % 100)
let diseaseCount = 0
const newDisease = () => ({ name: `Disease ${++diseaseCount}`, name_ja: `病気${diseaseCount}` })
const risks = 'include=indicators,prevent_plans,disease_risks'

/** The lists of a record, catalogues for them, assessments and scores. */
export const recordCalls: Record<string, Call> = {
  ...rowsOf('allergy_reactions', allergyKeys('items[].'), ({ freeKinds }) => ({ kind: nextOf(freeKinds), is_occured: true }), { description: 'ニッケル' }),
  ...rowsOf(
    'past_illnesses',
    [...under('items[].', 'id user_id disease_id diagnosed_on recovered_on detail created_at updated_at'), ...diseaseKeys('items[].disease.')],
    () => ({ disease_id: 1, diagnosed_on: '2019' }),
    { detail: '経過は良好' },
    '?include[]=disease',
  ),
  ...rowsOf(
    'family_past_illnesses',
    [...under('items[].', 'id user_id disease_id relative diagnosed_on diagnosed_age created_at updated_at'), ...diseaseKeys('items[].disease.')],
    () => ({ disease_id: 1, relative: 'father' }),
    { diagnosed_age: 60 },
    '?include[]=disease',
  ),
  ...rowsOf('performed_operations', under('items[].', 'id user_id name operated_on facility detail created_at updated_at'), () => ({ name: '虫垂切除術' }), {
    operated_on: '1999',
  }),
  ...rowsOf(
    'medicine_intakes',
    [
      ...under('items[].', 'id user_id medicine_id medicine name strength daily_volume divided_times timing started_on ended_on memo created_at updated_at'),
      ...medicineKeys('items[].medicine.'),
    ],
    () => ({ name: '漢方薬' }),
    { ended_on: '2026-01-11' },
    '?include[]=medicine',
  ),
  ...rowsOf(
    'supplement_intakes',
    [...under('items[].', 'id user_id supplement_id supplement name started_on ended_on memo created_at updated_at'), ...supplementKeys('items[].supplement.')],
    () => ({ name: '青汁' }),
    { ended_on: new Date().toISOString().slice(0, 10) },
    '?include[]=supplement',
  ),
  'GET /api/medicines': catalogue('/api/medicines?q=a', { reply: medicineKeys('items[].') }),
  'GET /api/supplements': catalogue('/api/supplements?q=a', { reply: supplementKeys('items[].') }),
  'GET /api/health_scores': byUser('/api/health_scores?count=5&include[]=sources', read, {
    filters: 'category_name=total,lipid',
    reply: [
      'has_unreleased',
      ...under('items[].', 'id user_id point rank calculated_at sources missing caps'),
      ...under('items[].category.', 'id name name_ja display_name strip sort_number'),
      ...under('items[].sources[].', 'type name display_name weight id value label unit_display decimals status day'),
      ...under('items[].missing[].', 'type name display_name weight'),
      ...under('items[].caps[].', 'finding name display_name value label unit_display decimals day'),
    ],
  }),
  'GET /api/assessments': byUser('/api/assessments?include[]=disease', read, {
    filters: 'disease_id=1',
    reply: [
      ...under('items[].', 'id user_id disease_id kind memo conducted_on solved_on reasons created_at updated_at'),
      ...under('items[].reasons[].', 'id type'),
      ...diseaseKeys('items[].disease.'),
    ],
  }),
  'POST /api/assessments': post(
    () => '/api/assessments',
    ({ user }) => ({ user_id: user, disease_id: nextDisease(), kind: 'suspect', conducted_on: '2026-01-10', memo: '経過をみる' }),
    judgements,
  ),
  'PUT /api/assessments/{id}': put(
    ({ assessment }) => `/api/assessments/${assessment}`,
    () => ({ memo: '経過をみる' }),
    judgements,
  ),
  'GET /api/diseases': catalogue(`/api/diseases?${risks}`, { filters: 'name=Gout&id=1&q[name_cont]=a', reply: diseaseKeys('items[].') }),
  'GET /api/diseases/{id}': catalogue(`/api/diseases/1?${risks}`, { reply: diseaseKeys('') }),
  'POST /api/diseases': post(() => '/api/diseases', newDisease, judgements, 'none'),
}
