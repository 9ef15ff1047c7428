import { byUser, type Call, catalogue, coordinationRead, get, judgements, picturesOf, post, put, read, remove, results } from './call.ts'
import { dots, Multipart } from './multipart.ts'
import { cataloguedKeys, imageCategoryKeys, person, resultKeys, under } from './reply.ts'

/** Test packages, results and images. */
export const resultCalls: Record<string, Call> = {
  'GET /api/lipid_risk': byUser('/api/lipid_risk', coordinationRead, { reply: [...under('', 'user_id risk set_by updated_at'), ...under('set_by.', person)] }),
  'PUT /api/lipid_risk': put(
    () => '/api/lipid_risk',
    ({ user }) => ({ user_id: user, risk: 'medium' }),
    judgements,
  ),
  'GET /api/numeric_test_result_categories': catalogue('/api/numeric_test_result_categories', { reply: cataloguedKeys('items[].') }),
  'GET /api/numeric_test_result_category_reference_ranges': byUser('/api/numeric_test_result_category_reference_ranges', read, {
    filters: 'category_names[]=ldl_cholesterol',
    reply: [
      ...under('items[].', 'id category_id category_name sex age_min age_max warning healthy.min healthy.max unhealthy.below unhealthy.above'),
      ...under('items[].warning[].', 'min max'),
    ],
  }),
  'GET /api/test_packages': byUser('/api/test_packages', read, {
    reply: [
      ...under(
        'items[].',
        'id user_id kind name location status tested_at expected_data_reflection_date included_in_plan facility_id detail released_at tests',
      ),
      ...under('items[].', 'released_by comment comment_by commented_at provider_judgements called_on serious_count result_count updated_at'),
      ...under('items[].', 'facility course options menu_text suggested_datetimes change_until cancelled_at cancel_reason'),
      ...under('items[].facility.', 'id name name_ja display_name access_text map_url phone_number'),
      ...under('items[].course.', 'id name_local body_local'),
      ...under('items[].options[].', 'id name_local body_local'),
      ...under('items[].suggested_datetimes[].', 'id datetime priority'),
      ...under('items[].tests[].', 'id category_id kind name name_ja display_name tested_at'),
    ],
  }),
  'GET /api/test_packages/{id}/test_results': get(({ package: id }) => `/api/test_packages/${id}/test_results?include[]=category`, read, 'person', {
    isHiddenUntilRelease: true,
    reply: resultKeys('items[].'),
  }),
  'GET /api/test_results': byUser('/api/test_results?include[]=category&include[]=untold&include[]=checkups', read, {
    filters: 'count=5&categories[]=ldl_cholesterol&types[]=0',
    reply: [...resultKeys('items[].'), ...resultKeys('untold[].')],
  }),
  'GET /api/test_categories': catalogue('/api/test_categories', {
    reply: under(
      'items[].',
      'id name name_ja display_name group applicable_sex requires_fasting default_package_kinds default_package_kinds[] numeric_categories numeric_categories[] image_categories image_categories[] is_active sort_number',
    ),
  }),
  'GET /api/checkup_reports': byUser('/api/checkup_reports', read, {
    reply: under('items[].', 'id user_id test_package_id kind language edition number state url size created_at'),
  }),
  'POST /api/checkup_reports': post(
    () => '/api/checkup_reports',
    ({ package: test_package_id }) => ({ test_package_id, kind: 'patient', language: 'ja' }),
    'issue reports of results',
  ),
  'POST /api/test_packages/{id}/release': post(
    ({ sparePackage }) => `/api/test_packages/${sparePackage}/release`,
    () => ({ comment: '全体に良い結果でした。', called_on: '2026-01-11' }),
    results,
    'person',
    { good: 200 },
  ),
  'DELETE /api/test_packages/{id}/release': remove(({ sparePackage }) => `/api/test_packages/${sparePackage}/release`, results, 'person', { good: 200 }),
  'POST /api/test_results/bulk': post(
    () => '/api/test_results/bulk',
    ({ user }) => ({ user_id: user, results: [{ category_name: 'ldl_cholesterol', value: 118, unit: 'mg/dL', recorded_at: '2026-01-10T00:00:00Z' }] }),
    results,
    'person',
    { good: 200 },
  ),
  'PUT /api/test_results/{id}': put(
    ({ result }) => `/api/test_results/${result}`,
    () => ({ value: 170 }),
    results,
  ),
  'DELETE /api/test_results/{id}': remove(({ result, spareResults }) => `/api/test_results/${spareResults.shift() ?? result}`, results),
  'GET /api/image_test_result_categories': catalogue('/api/image_test_result_categories', { reply: imageCategoryKeys('items[].') }),
  'GET /api/image_test_results': byUser('/api/image_test_results?include[]=category', read, {
    reply: [
      ...under(
        'items[].',
        'id user_id category_id test_id test_package_id recorded_at type origin finding status follow_up_kind follow_up_on is_follow_up_done images updated_at',
      ),
      ...imageCategoryKeys('items[].category.'),
      ...under('items[].images[].', 'id content_type width height size original'),
      ...under('items[].images[].variants.', 'large medium small'),
    ],
  }),
  'POST /api/image_test_results': post(
    () => '/api/image_test_results',
    (ids) => picturesOf(ids, 1),
    results,
  ),
  'PUT /api/image_test_results/{id}': put(
    ({ imageResult }) => `/api/image_test_results/${imageResult}`,
    () => ({ finding: '経過観察', status: 2 }),
    results,
  ),
  'DELETE /api/image_test_results/{id}': remove(
    ({ imageResult, spareImageResults }) => `/api/image_test_results/${spareImageResults.shift() ?? imageResult}`,
    results,
  ),
  'POST /api/image_test_results/{id}/images': post(
    ({ imageResult }) => `/api/image_test_results/${imageResult}/images`,
    () => new Multipart({}, 'images[]', dots(1)),
    results,
  ),
  'DELETE /api/image_test_results/{id}/images/{image_id}': remove(
    ({ imageResult, image, spareImages }) => `/api/image_test_results/${imageResult}/images/${spareImages.shift() ?? image}`,
    results,
  ),
}

// the replies of both calls also contain image results
for (const key of ['GET /api/test_results', 'GET /api/test_packages/{id}/test_results'])
  resultCalls[key]!.reply?.push(...resultCalls['GET /api/image_test_results']!.reply!)
