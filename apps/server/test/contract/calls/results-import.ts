import { type Call, get, none, post, preparing, put, remove, results, type SeparateIds } from './call.ts'
import { importHeadKeys, importPersonKeys, paged, under } from './reply.ts'

const part = { content: 'YSxiCjEsMg==' }

export const importCalls: Record<string, Call> = {
  'GET /api/results_imports': get(() => '/api/results_imports', preparing, 'none', { filters: 'page=1', reply: [...paged, ...importHeadKeys('items[].')] }),
  'POST /api/results_imports': post(
    () => '/api/results_imports',
    () => ({ file_name: 'kenshin.csv', size: 99, ...part }),
    preparing,
    'none',
  ),
}

/** Each request takes another import in this state. */
const inState =
  (state: keyof SeparateIds['imports'], path = '') =>
  ({ imports }: SeparateIds) =>
    `/api/results_imports/${imports[state].shift() ?? none}${path}`

/** Covered by separate tests: these calls need an import in a certain state. */
export const separateImportCalls: Record<string, Call<SeparateIds>> = {
  'GET /api/results_imports/{id}': get(inState('checked'), preparing, 'none', {
    reply: [
      ...importHeadKeys(''),
      ...under('', 'encoding columns mapping'),
      ...under('columns[].', 'header unit code samples'),
      ...under('mapping[].', 'at field category_id unit source is_unit_guessed'),
    ],
  }),
  'PUT /api/results_imports/{id}': put(inState('checked'), () => ({ name: 'kenshin' }), preparing, 'none'),
  'DELETE /api/results_imports/{id}': remove(inState('checked'), preparing, 'none'),
  'POST /api/results_imports/{id}/parts': post(inState('uploaded', '/parts'), () => ({ at: 3, ...part }), preparing, 'none', { good: 200 }),
  'GET /api/results_imports/{id}/rows': get(inState('checked', '/rows?outcome=refused'), preparing, 'none', {
    reply: [
      ...paged,
      ...under('items[].', 'line cells cells[] fixed is_confirmed outcome reasons changes new_count changed_count same_count tested_on patient candidates'),
      ...under('items[].reasons[].', 'at reason'),
      ...under('items[].changes[].', 'at category_id before after'),
      ...importPersonKeys('items[].patient.'),
      ...importPersonKeys('items[].candidates[].'),
      ...under('items[].candidates[].', 'last_checkup last_checkup.tested_on last_checkup.location'),
    ],
  }),
  'PUT /api/results_imports/{id}/rows/{line}': put(inState('checked', '/rows/2'), () => ({ cells: [{ at: 0, text: 'y' }] }), preparing, 'none'),
  'POST /api/results_imports/{id}/apply': post(inState('checked', '/apply'), () => ({}), results, 'none', { good: 200 }),
  'POST /api/results_imports/{id}/undo': post(inState('applied', '/undo'), () => ({}), results, 'none', { good: 200 }),
  'GET /api/results_imports/{id}/errors.csv': get(inState('checked', '/errors.csv'), preparing, 'none', { isFile: true }),
  'GET /api/results_imports/{id}/kept': get(inState('applied', '/kept'), results, 'none', {
    reply: [...under('items[].', 'id category_id category_name recorded_at value unit_display updated_at'), ...importPersonKeys('items[].patient.')],
  }),
}
