// Typed by hand, from the specification and the decisions: the contract cannot vouch for itself.
const under = (at: string, names: string) => names.split(' ').map((name) => `${at}${name}`)

const person = 'id role first_name last_name first_name_kana last_name_kana icon'
const service = 'id name name_ja display_name chat followup_checkup_count full_checkup_count interview_count'
const plan = (at: string) => [
  ...under(at, 'id name name_ja display_name price billing_cycle contract_period duration auto_update'),
  ...under(`${at}service.`, service),
]
const contract = (at: string) => [
  ...under(at, 'id user_id plan_id coupon_id auto_update started_at ended_at next_payment_date created_at updated_at'),
  ...plan(`${at}plan.`),
]
const contracts = (at: string) => [`${at}contracts`, ...contract(`${at}contracts[].`)]
const user = (at: string) => [
  ...under(at, `${person} birthday sex email phone_number address payment_source created_at updated_at`),
  ...under(`${at}address.`, 'zip prefecture city street building'),
  ...under(`${at}payment_source.`, 'type last4'),
  ...contracts(at),
]
const carePerson = (at: string) => [...under(at, 'id user_id staff_id role main'), ...under(`${at}user.`, person)]
const allergy = (at: string) => under(at, 'id user_id kind is_occured description')
const disease = (at: string) => [
  ...under(at, 'id name name_local display_name kind icd10 danger_level description text_language'),
  ...under(`${at}indicators[].`, 'id type priority name name_ja display_name'),
  ...under(`${at}prevent_plans[].`, 'kind title body'),
  ...under(`${at}disease_risks[].`, 'type id display_name weight min_age sex'),
  ...under(at, 'indicators prevent_plans disease_risks'),
]
const paged = 'page next_page total_count'.split(' ')
const room = (at: string) => [
  ...under(at, 'id unread_count last_message_at unresponded_since last_reminded_at next_remind_at'),
  ...under(`${at}patient.`, 'id first_name last_name first_name_kana last_name_kana icon plan plan.id plan.display_name'),
]
const category = (at: string) => under(at, 'id name name_ja display_name group unit unit_display decimals sort_number')
const result = (at: string) => [
  ...under(at, 'id user_id category_id test_id test_package_id recorded_at type origin value status'),
  ...category(`${at}category.`),
]

/** What each read may show, by method and path. */
export const readable: Record<string, string[]> = {
  'GET /api/users/:id': user(''),
  'GET /api/users': [...paged, ...under('items[].', `${person} email deactivated_at`)],
  'GET /api/users/patients': [
    ...paged,
    ...user('items[].'),
    'items[].care_people',
    ...carePerson('items[].care_people[].'),
    'items[].allergy_reactions',
    ...allergy('items[].allergy_reactions[].'),
  ],
  'GET /api/care_people': carePerson('items[].'),
  'GET /api/contracts': contract('items[].'),
  'GET /api/plans': plan('items[].'),
  'GET /api/message_rooms/list': [...paged, ...room('items[].')],
  'GET /api/message_rooms/:id': room(''),
  'GET /api/numeric_test_result_categories': category('items[].'),
  'GET /api/numeric_test_result_category_reference_ranges': [
    ...under('items[].', 'id category_id category_name sex age_min age_max warning healthy.min healthy.max unhealthy.below unhealthy.above'),
    ...under('items[].warning[].', 'min max'),
  ],
  'GET /api/test_packages': [
    ...under('items[].', 'id user_id kind name location status tested_at expected_data_reflection_date included_in_plan facility_id detail released_at tests'),
    ...under('items[].tests[].', 'id category_id kind name name_ja display_name tested_at'),
  ],
  'GET /api/test_results': result('items[].'),
  'GET /api/test_packages/:id/test_results': result('items[].'),
  'GET /api/allergy_reactions': allergy('items[].'),
  'GET /api/habit_goals': [
    ...under('items[].', 'id user_id content kind template_id achieved_on progress categories created_at updated_at'),
    ...under('items[].categories[].', 'id category_type category_id is_sync_action'),
  ],
  'GET /api/habit_goal_templates': [
    ...under('items[].', 'id name kind content categories sort_number'),
    ...under('items[].categories[].', 'category_type category_id is_sync_action'),
  ],
  'GET /api/assessments': [
    ...under('items[].', 'id user_id disease_id kind memo conducted_on solved_on reasons created_at updated_at'),
    ...under('items[].reasons[].', 'id type'),
    ...disease('items[].disease.'),
  ],
  'GET /api/diseases': disease('items[].'),
  'GET /api/diseases/:id': disease(''),
}
