// Keys that replies may have: typed by hand from the specification, independent of the contract.

export const under = (at: string, names: string) => names.split(' ').map((name) => `${at}${name}`)

export const person = 'id role first_name last_name first_name_kana last_name_kana icon'
export const service = 'id name name_ja display_name chat followup_checkup_count full_checkup_count interview_count'
export const planKeys = (at: string) => [
  ...under(at, 'id name name_ja display_name price billing_cycle contract_period duration auto_update'),
  ...under(`${at}service.`, service),
]
export const contractKeys = (at: string) => [
  ...under(at, 'id user_id plan_id coupon_id auto_update started_at ended_at next_payment_date created_at updated_at'),
  ...planKeys(`${at}plan.`),
]
export const contractsKeys = (at: string) => [`${at}contracts`, ...contractKeys(`${at}contracts[].`)]
export const userKeys = (at: string) => [
  ...under(at, `${person} birthday sex email phone_number address payment_source created_at updated_at`),
  ...under(`${at}address.`, 'zip prefecture city street building'),
  ...under(`${at}payment_source.`, 'type last4'),
  ...contractsKeys(at),
  `${at}policies_to_agree`,
  `${at}policies_to_agree[]`,
]
export const questionnaireKeys = (at: string) =>
  under(
    at,
    'id user_id parts parts[] answered_at version symptom_count lifestyle_count allergy_count yes_count new_symptoms new_symptoms[] gone_symptoms gone_symptoms[] created_at updated_at',
  )
export const answersKeys = (at: string) => [
  ...under(at, 'symptoms lifestyles allergy_reactions'),
  ...under(`${at}symptoms[].`, 'name value is_same'),
  ...under(`${at}lifestyles[].`, 'name value is_same'),
  ...under(`${at}allergy_reactions[].`, 'kind is_occured description is_same'),
]
export const carePersonKeys = (at: string) => [...under(at, 'id user_id staff_id role main'), ...under(`${at}user.`, person)]
export const allergyKeys = (at: string) => [
  ...under(at, 'id user_id kind is_occured description confirmed_at confirmed_by is_self_reported updated_at'),
  ...under(`${at}confirmed_by.`, person),
]
export const diseaseKeys = (at: string) => [
  ...under(at, 'id name name_local display_name kind icd10 danger_level description text_language'),
  ...under(`${at}indicators[].`, 'id type priority name name_ja display_name'),
  ...under(`${at}prevent_plans[].`, 'kind title body'),
  ...under(`${at}disease_risks[].`, 'type id display_name weight min_age sex'),
  ...under(at, 'indicators prevent_plans disease_risks'),
]
export const medicineKeys = (at: string) => under(at, 'id name name_ja name_en display_name class_name dose_text sort_number')
export const supplementKeys = (at: string) => under(at, 'id name name_ja display_name sort_number')
export const paged = 'page next_page total_count'.split(' ')
export const roomKeys = (at: string) => [
  ...under(at, 'id chat unread_count last_message_at last_message last_read_message_id unresponded_since assignee last_reminded_at next_remind_at'),
  ...under(`${at}assignee.`, person),
  ...under(`${at}last_message.`, 'id sender body content_type message_type'),
  ...under(`${at}last_message.sender.`, person),
  ...under(`${at}patient.`, 'id first_name last_name first_name_kana last_name_kana icon birthday sex plan plan.id plan.display_name'),
]
export const pictureKeys = (at: string) => [
  ...under(at, 'attachment_id message_id signed_id content_type name width height size variants'),
  ...under(`${at}variants.`, 'original large medium small'),
]
export const messageKeys = (at: string) => [
  ...under(
    at,
    'id patient_id sender body content_type message_type is_urgent reply_to_message_id reply_to images files mentions reactions like_count my_like_id open_count pin_id data_entry_request interview_proposal recommendation_id client_id published_at deleted_at',
  ),
  ...under(`${at}sender.`, person),
  ...under(`${at}reply_to.`, 'id sender body content_type is_deleted'),
  ...under(`${at}reply_to.sender.`, person),
  ...pictureKeys(`${at}images[].`),
  ...under(`${at}files[].`, 'attachment_id signed_id content_type name size address'),
  ...under(`${at}mentions[].`, person),
  ...under(`${at}reactions[].`, 'emoticon count mine_id names names[]'),
  ...under(`${at}interview_proposal.`, 'kind meeting_type minutes starts starts[] chosen_at interview_id declined_at wanted_starts wanted_starts[]'),
]
export const bulkKeys = (at: string) => [
  ...under(
    at,
    'id sender body choice state total_count waiting_count sent_count failed_count stopped_count sends_at seconds_left stopped_at finished_at created_at choice.everyone',
  ),
  ...under(`${at}sender.`, person),
]
export const categoryKeys = (at: string) => [
  ...under(at, 'id name name_ja display_name group unit unit_display decimals sort_number value_labels steps'),
  ...under(at, 'value_labels[] steps[]'),
]
export const cataloguedKeys = (at: string) => [
  ...categoryKeys(at),
  ...under(at, 'name_en name_kr applicable_sex is_active conversions possible.min possible.max likely.min likely.max serious.below serious.above'),
  ...under(`${at}conversions[].`, 'unit factor offset'),
]
export const resultKeys = (at: string) => [
  ...under(
    at,
    'id user_id category_id test_id test_package_id recorded_at type origin value comparator status range_id is_serious is_derived entered_value entered_unit updated_at',
  ),
  ...categoryKeys(`${at}category.`),
]

export const imageCategoryKeys = (at: string) =>
  under(at, 'id name name_ja name_en name_kr display_name body_area modality type applicable_sex is_active sort_number')
export const importHeadKeys = (at: string) => [
  ...under(at, 'id user_id user_name name file_name facility tested_on state error size received done total applied_at undone_at created_at updated_at'),
  ...under(`${at}counts.`, 'rows new changed same refused partial cells_open values_new values_changed people kept'),
]
export const importPersonKeys = (at: string) => under(at, 'id last_name first_name last_name_kana first_name_kana birthday sex')

export const urgentContactKeys = (at: string) => [
  ...under(at, 'id user_id outcome contacted_at contacted_by handed_to note created_at'),
  ...under(`${at}contacted_by.`, person),
  ...under(`${at}handed_to.`, person),
]

export const todayRowKeys = (at: string) => [
  ...under(
    at,
    'section subject_id version at findings count serious_count untold_count contacts phone_number name follow_up follow_up.display_name follow_up.kind follow_up.due_on interview_kind ends_at meeting_type excerpt review review.id review.reviewed_at',
  ),
  ...under(`${at}patient.`, 'id first_name last_name first_name_kana last_name_kana icon birthday sex'),
  ...under(
    `${at}findings[].`,
    'category_id display_name unit_display decimals value status is_serious is_told is_far recorded_at previous_value previous_at later later.value later.comparator later.recorded_at healthy healthy.min healthy.max',
  ),
  ...under(`${at}review.reviewed_by.`, person),
  ...urgentContactKeys(`${at}contacts[].`),
]
export const karteImageKeys = (at: string) => [
  ...under(at, 'attachment_id signed_id content_type name width height size'),
  ...under(`${at}variants.`, 'original large medium small'),
]
export const karteKeys = (at: string) => [
  ...under(at, 'id user_id author_id interview_id memo images version_count created_at updated_at'),
  ...under(`${at}author.`, person),
  ...karteImageKeys(`${at}images[].`),
]

export const interviewKeys = (at: string) => [
  ...under(
    at,
    'id interviewee_id kind name conducted_at ends_at location meeting_type meeting_url status patient_summary facility_id facility included_in_plan participants moves cancelled_at cancel_reason video sequence created_at updated_at auto_minutes',
  ),
  ...under(`${at}auto_minutes.`, 'id status sections decided_at edited_at updated_at'),
  ...under(`${at}auto_minutes.sections[].`, 'kind title sentences'),
  ...under(`${at}auto_minutes.sections[].sentences[].`, 'text source.from source.to'),
  ...under(`${at}participants[].`, person),
  ...under(`${at}facility.`, 'id name name_ja display_name access_text map_url phone_number'),
  ...under(`${at}moves[].`, 'id conducted_at moved_to reason moved_by created_at'),
  ...under(`${at}moves[].moved_by.`, person),
  ...under(`${at}video.`, 'id content_type size original'),
]
export const courseOrOptionKeys = (at: string) =>
  under(at, 'id name name_ja display_name price precautions lead_days lead_is_business test_category_names test_category_names[]')
export const facilityKeys = (at: string) => [
  ...under(at, 'id name name_ja display_name name_kana address access_text access_url map_url phone_number additional_information text_language'),
  ...under(at, 'sort_number visible courses options hours start_times'),
  ...under(`${at}address.`, 'zip prefecture city street building'),
  ...courseOrOptionKeys(`${at}courses[].`),
  ...under(`${at}courses[].`, 'kind option_ids option_ids[]'),
  ...courseOrOptionKeys(`${at}options[].`),
  ...under(`${at}hours[].`, 'weekday opens closes'),
  ...under(`${at}start_times[].`, 'weekday time capacity'),
]

/** The keys of the items of a list call, below the path `at` of another reply. */
const itemKeys = (at: string, { reply = [] }: { reply?: string[] } = {}) =>
  reply.flatMap((key) => (key.startsWith('items[].') ? [`${at}${key.slice('items[].'.length)}`] : []))
/** Keys of a timeline item of a kind: those of the list call that returns the same objects. */
export const timelineKeys = (kind: string, call?: { reply?: string[] }) => itemKeys(`items[].${kind}.`, call)
/** Keys of a list within each patient: those of the call that returns the list. */
export const patientListKeys = (list: string, call?: { reply?: string[] }) => [`items[].${list}`, ...itemKeys(`items[].${list}[].`, call)]
