// Typed by hand from the specification, independent of the contract.
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
const questionnaire = (at: string) =>
  under(
    at,
    'id user_id parts parts[] answered_at version symptom_count lifestyle_count allergy_count yes_count new_symptoms new_symptoms[] gone_symptoms gone_symptoms[] created_at updated_at',
  )
const answers = (at: string) => [
  ...under(at, 'symptoms lifestyles allergy_reactions'),
  ...under(`${at}symptoms[].`, 'name value is_same'),
  ...under(`${at}lifestyles[].`, 'name value is_same'),
  ...under(`${at}allergy_reactions[].`, 'kind is_occured description is_same'),
]
const carePerson = (at: string) => [...under(at, 'id user_id staff_id role main'), ...under(`${at}user.`, person)]
const allergy = (at: string) => under(at, 'id user_id kind is_occured description updated_at')
const disease = (at: string) => [
  ...under(at, 'id name name_local display_name kind icd10 danger_level description text_language'),
  ...under(`${at}indicators[].`, 'id type priority name name_ja display_name'),
  ...under(`${at}prevent_plans[].`, 'kind title body'),
  ...under(`${at}disease_risks[].`, 'type id display_name weight min_age sex'),
  ...under(at, 'indicators prevent_plans disease_risks'),
]
const medicine = (at: string) => under(at, 'id name name_ja name_en display_name class_name dose_text sort_number')
const supplement = (at: string) => under(at, 'id name name_ja display_name sort_number')
const paged = 'page next_page total_count'.split(' ')
const room = (at: string) => [
  ...under(at, 'id chat unread_count last_message_at last_message last_read_message_id unresponded_since last_reminded_at next_remind_at'),
  ...under(`${at}last_message.`, 'id sender body content_type message_type'),
  ...under(`${at}last_message.sender.`, person),
  ...under(`${at}patient.`, 'id first_name last_name first_name_kana last_name_kana icon plan plan.id plan.display_name'),
]
const picture = (at: string) => [
  ...under(at, 'attachment_id message_id signed_id content_type name width height size variants'),
  ...under(`${at}variants.`, 'original large medium small'),
]
const message = (at: string) => [
  ...under(
    at,
    'id patient_id sender body content_type message_type is_urgent reply_to_message_id reply_to images files mentions reactions like_count my_like_id open_count pin_id data_entry_request interview_proposal client_id published_at deleted_at',
  ),
  ...under(`${at}sender.`, person),
  ...under(`${at}reply_to.`, 'id sender body content_type is_deleted'),
  ...under(`${at}reply_to.sender.`, person),
  ...picture(`${at}images[].`),
  ...under(`${at}files[].`, 'attachment_id signed_id content_type name size address'),
  ...under(`${at}mentions[].`, person),
  ...under(`${at}reactions[].`, 'emoticon count mine_id names names[]'),
  ...under(`${at}interview_proposal.`, 'kind meeting_type minutes starts starts[] chosen_at interview_id'),
]
const bulk = (at: string) => [
  ...under(
    at,
    'id sender body choice state total_count waiting_count sent_count failed_count stopped_count sends_at seconds_left stopped_at finished_at created_at choice.everyone',
  ),
  ...under(`${at}sender.`, person),
]
const category = (at: string) => under(at, 'id name name_ja display_name group unit unit_display decimals sort_number')
const catalogued = (at: string) => [
  ...category(at),
  ...under(at, 'name_en name_kr applicable_sex conversions possible.min possible.max likely.min likely.max serious.below serious.above'),
  ...under(`${at}conversions[].`, 'unit factor offset'),
]
const result = (at: string) => [
  ...under(
    at,
    'id user_id category_id test_id test_package_id recorded_at type origin value status range_id is_serious is_derived entered_value entered_unit updated_at',
  ),
  ...category(`${at}category.`),
]

const imageCategory = (at: string) => under(at, 'id name name_ja name_en name_kr display_name body_area modality type applicable_sex sort_number')
const importHead = (at: string) => [
  ...under(at, 'id user_id user_name name file_name facility tested_on state error size received done total applied_at undone_at created_at updated_at'),
  ...under(`${at}counts.`, 'rows new changed same refused values_new values_changed people kept'),
]
const importPerson = (at: string) => under(at, 'id last_name first_name last_name_kana first_name_kana birthday sex')

const todayRow = (at: string) => [
  ...under(
    at,
    'section subject_id version at findings count serious_count name interview_kind ends_at meeting_type excerpt review review.id review.reviewed_at',
  ),
  ...under(`${at}patient.`, 'id first_name last_name first_name_kana last_name_kana icon birthday sex'),
  ...under(
    `${at}findings[].`,
    'category_id display_name unit_display decimals value status is_serious recorded_at previous_value previous_at healthy healthy.min healthy.max',
  ),
  ...under(`${at}review.reviewed_by.`, person),
]
const karteImage = (at: string) => [
  ...under(at, 'attachment_id signed_id content_type name width height size'),
  ...under(`${at}variants.`, 'original large medium small'),
]
const karte = (at: string) => [
  ...under(at, 'id user_id author_id interview_id memo images version_count created_at updated_at'),
  ...under(`${at}author.`, person),
  ...karteImage(`${at}images[].`),
]

const interview = (at: string) => [
  ...under(
    at,
    'id interviewee_id kind name conducted_at ends_at location meeting_type meeting_url status patient_summary facility_id facility included_in_plan participants moves cancelled_at cancel_reason video sequence created_at updated_at',
  ),
  ...under(`${at}participants[].`, person),
  ...under(`${at}facility.`, 'id name name_ja display_name access_text map_url phone_number'),
  ...under(`${at}moves[].`, 'id conducted_at moved_to reason moved_by created_at'),
  ...under(`${at}moves[].moved_by.`, person),
  ...under(`${at}video.`, 'id content_type size original'),
]
const offeredThere = (at: string) =>
  under(at, 'id name name_ja display_name price precautions lead_days lead_is_business test_category_names test_category_names[]')
const facility = (at: string) => [
  ...under(at, 'id name name_ja display_name name_kana address access_text access_url map_url phone_number additional_information text_language'),
  ...under(at, 'sort_number visible courses options hours start_times'),
  ...under(`${at}address.`, 'zip prefecture city street building'),
  ...offeredThere(`${at}courses[].`),
  ...under(`${at}courses[].`, 'kind option_ids option_ids[]'),
  ...offeredThere(`${at}options[].`),
  ...under(`${at}hours[].`, 'weekday opens closes'),
  ...under(`${at}start_times[].`, 'weekday time capacity'),
]

/** Fields that each read may return, by method and path. */
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
  'GET /api/message_rooms': [...paged, ...room('items[].')],
  'GET /api/message_rooms/unread_count': ['count'],
  'GET /api/message_rooms/unread_notifiable_count': ['count'],
  'GET /api/message_rooms/:id/images': ['has_before', 'has_after', ...picture('items[].')],
  'GET /api/message_rooms/:id/files': [
    'has_before',
    ...under('items[].', 'attachment_id signed_id content_type name size address message_id sender published_at'),
    ...under('items[].sender.', person),
  ],
  'GET /api/notifications': [
    ...paged,
    'unchecked_count',
    ...under('items[].', 'id kind patient message_id record_id count body is_urgent checked_at created_at updated_at'),
    ...under('items[].patient.', person),
  ],
  'GET /api/user_unread_records': under('items[].', 'id record_type record_id read_at created_at'),
  'GET /api/notification_settings': ['mail_enabled', 'push_enabled', 'send_key', 'hours', ...under('hours.', 'weekdays weekdays[] from until')],
  'GET /api/push_key': ['key'],
  'GET /api/canned_replies': [...under('items[].', 'id title body is_shared owner may_change created_at updated_at'), ...under('items[].owner.', person)],
  'GET /api/bulk_messages': [...paged, ...bulk('items[].')],
  'GET /api/bulk_messages/:id': bulk(''),
  'GET /api/bulk_messages/:id/recipients': [
    ...paged,
    ...under('items[].', 'id patient text state reason message_id sent_at'),
    ...under('items[].patient.', person),
  ],
  'GET /api/messages': ['page', 'next_page', ...message('items[].')],
  'GET /api/messages/search': ['page', 'next_page', ...message('items[].'), ...under('items[].patient.', person), 'items[].patient'],
  'GET /api/messages/:id': message(''),
  'GET /api/messages/:id/images': picture('items[].'),
  'GET /api/messages/:id/pick': ['prev_page', 'next_page', ...message('items[].')],
  'GET /api/emoticons': under('items[].', 'id code emoji display_name sort_number'),
  'GET /api/message_pins': [
    ...paged,
    ...under('items[].', 'id message_id patient_id user message created_at'),
    ...under('items[].user.', person),
    ...message('items[].message.'),
  ],
  'GET /api/message_reminders': [
    ...paged,
    ...under('items[].', 'id patient_id message_id remind_at reason done_at created_at patient'),
    ...under('items[].patient.', person),
  ],
  'GET /api/message_mentions/targets': under('items[].', `${person} is_on_team`),
  'GET /api/message_open_histories/:id': [...under('items[].', 'user opened_at'), ...under('items[].user.', person)],
  'GET /api/room_presences': [...under('items[].', 'user is_typing since'), ...under('items[].user.', person)],
  'GET /api/numeric_test_result_categories': catalogued('items[].'),
  'GET /api/test_categories': under(
    'items[].',
    'id name name_ja display_name group applicable_sex requires_fasting default_package_kinds default_package_kinds[] numeric_categories numeric_categories[] image_categories image_categories[] sort_number',
  ),
  'GET /api/numeric_test_result_category_reference_ranges': [
    ...under('items[].', 'id category_id category_name sex age_min age_max warning healthy.min healthy.max unhealthy.below unhealthy.above'),
    ...under('items[].warning[].', 'min max'),
  ],
  'GET /api/facilities': facility('items[].'),
  'GET /api/facilities/:id': facility(''),
  'GET /api/facilities/:facilityId/facility_reservation_forbidden_rules': [
    ...under('items[].', 'id facility_id type weekdays weekdays[] dates dates[] from to days is_business time'),
    ...under('holidays[].', 'day name'),
    'holidays',
  ],
  'GET /api/facilities/:id/openings': under('items[].', 'starts_at left'),
  'GET /api/test_packages/notice': ['subject', 'text'],
  'GET /api/checkup_quota': ['user_id', 'contract_id', 'items', ...under('items[].', 'kind allowed used left from until')],
  'GET /api/checkup_waitlist': [
    ...under('items[].', 'id user_id test_package_id earliest latest state offer created_at'),
    ...under('items[].offer.', 'id starts_at expires_at'),
  ],
  'GET /api/test_packages': [
    ...under('items[].', 'id user_id kind name location status tested_at expected_data_reflection_date included_in_plan facility_id detail released_at tests'),
    ...under('items[].', 'released_by comment called_on serious_count result_count updated_at'),
    ...under('items[].', 'facility course options menu_text suggested_datetimes change_until cancelled_at cancel_reason'),
    ...under('items[].facility.', 'id name name_ja display_name access_text map_url phone_number'),
    ...under('items[].course.', 'id name_local body_local'),
    ...under('items[].options[].', 'id name_local body_local'),
    ...under('items[].suggested_datetimes[].', 'id datetime priority'),
    ...under('items[].tests[].', 'id category_id kind name name_ja display_name tested_at'),
  ],
  'GET /api/test_results': result('items[].'),
  'GET /api/test_packages/:id/test_results': result('items[].'),
  'GET /api/image_test_result_categories': imageCategory('items[].'),
  'GET /api/image_test_results': [
    ...under('items[].', 'id user_id category_id test_id test_package_id recorded_at type origin finding status images updated_at'),
    ...imageCategory('items[].category.'),
    ...under('items[].images[].', 'id content_type width height size original'),
    ...under('items[].images[].variants.', 'large medium small'),
  ],
  'GET /api/allergy_reactions': allergy('items[].'),
  'GET /api/past_illnesses': [
    ...under('items[].', 'id user_id disease_id diagnosed_on recovered_on detail created_at updated_at'),
    ...disease('items[].disease.'),
  ],
  'GET /api/family_past_illnesses': [
    ...under('items[].', 'id user_id disease_id relative diagnosed_on diagnosed_age created_at updated_at'),
    ...disease('items[].disease.'),
  ],
  'GET /api/performed_operations': under('items[].', 'id user_id name operated_on facility detail created_at updated_at'),
  'GET /api/medicines': medicine('items[].'),
  'GET /api/supplements': supplement('items[].'),
  'GET /api/medicine_intakes': [
    ...under('items[].', 'id user_id medicine_id medicine name strength daily_volume divided_times timing started_on ended_on memo created_at updated_at'),
    ...medicine('items[].medicine.'),
  ],
  'GET /api/supplement_intakes': [
    ...under('items[].', 'id user_id supplement_id supplement name started_on ended_on memo created_at updated_at'),
    ...supplement('items[].supplement.'),
  ],
  'GET /api/habit_goals': [
    ...under('items[].', 'id user_id content kind template_id achieved_on days_per_week paused_on paused_until week progress categories created_at updated_at'),
    ...under('items[].week[].', 'day done source'),
    ...under('items[].categories[].', 'id category_type category_id is_sync_action target status'),
  ],
  'GET /api/habit_goal_templates': [
    ...under('items[].', 'id name kind content days_per_week categories sort_number'),
    ...under('items[].categories[].', 'category_type category_id is_sync_action target'),
  ],
  'GET /api/health_scores': [
    ...under('items[].', 'id user_id point rank calculated_at sources missing'),
    ...under('items[].category.', 'id name name_ja display_name strip sort_number'),
    ...under('items[].sources[].', 'type name display_name weight id value label unit_display decimals status day'),
    ...under('items[].missing[].', 'type name display_name weight'),
  ],
  'GET /api/assessments': [
    ...under('items[].', 'id user_id disease_id kind memo conducted_on solved_on reasons created_at updated_at'),
    ...under('items[].reasons[].', 'id type'),
    ...disease('items[].disease.'),
  ],
  'GET /api/interviews': [...interview('items[].'), ...under('items[].', 'interviewee'), ...under('items[].interviewee.', person)],
  'GET /api/interviews/:id': interview(''),
  'GET /api/interviews/conflicts': [
    ...under('items[].', 'id kind name conducted_at ends_at interviewee participants'),
    ...under('items[].interviewee.', person),
    ...under('items[].participants[].', person),
  ],
  'GET /api/interviews/:id/auto_minutes': [
    ...under('auto_minutes.', 'id interview_id name met_at duration_seconds status sections transcript action_items proposed_summary decided_by decided_at'),
    ...under('auto_minutes.', 'edited_at updated_at'),
    ...under('auto_minutes.sections[].', 'kind title sentences'),
    ...under('auto_minutes.sections[].sentences[].', 'text source.from source.to'),
    ...under('auto_minutes.transcript[].', 'speaker text at'),
    ...under('auto_minutes.action_items[].', 'id content description assignee_name is_done task_id habit_goal_id'),
    ...under('auto_minutes.decided_by.', person),
  ],
  'GET /api/unmatched_minutes': [
    ...under('items[].', 'id name met_at duration_seconds attendees attendees[] candidates'),
    ...under('items[].candidates[].', 'id kind name conducted_at'),
    ...under('items[].candidates[].interviewee.', person),
  ],
  'GET /api/calendar_feeds': under('items[].', 'id name shows_initials last_used_at created_at'),
  'GET /api/interview_quota': 'allowed used left from until'.split(' '),
  'GET /api/tasks': [
    ...paged,
    ...under('items[].', 'id user_id content due_on assignee_id assignee interview_id source created_by done_at done_by created_at updated_at'),
    ...under('items[].user.', person),
    ...under('items[].assignee.', person),
  ],
  'GET /api/today': [
    ...under('', 'scope patient_count'),
    ...under('sections[].', 'section items next_page total_count reviewed_count'),
    ...todayRow('sections[].items[].'),
  ],
  'GET /api/today/:section': [...paged, 'reviewed_count', ...todayRow('items[].')],
  'GET /api/kartes': [...paged, ...karte('items[].')],
  'GET /api/kartes/search': [...paged, ...karte('items[].'), ...under('items[].patient.', person)],
  'GET /api/kartes/:id/versions': [...under('items[].', 'id number memo image_count created_at'), ...under('items[].author.', person)],
  'GET /api/karte_drafts': [...under('items[].', 'id user_id interview_id karte_id memo images version updated_at'), ...karteImage('items[].images[].')],
  'GET /api/karte_templates': under('items[].', 'id name body created_at updated_at'),
  'GET /api/results_imports': [...paged, ...importHead('items[].')],
  'GET /api/results_imports/:id': [
    ...importHead(''),
    ...under('', 'encoding columns mapping'),
    ...under('columns[].', 'header unit code samples'),
    ...under('mapping[].', 'at field category_id unit source is_unit_guessed'),
  ],
  'GET /api/results_imports/:id/rows': [
    ...paged,
    ...under('items[].', 'line cells cells[] fixed is_confirmed outcome reasons changes new_count changed_count same_count tested_on patient candidates'),
    ...under('items[].reasons[].', 'at reason'),
    ...under('items[].changes[].', 'at category_id before after'),
    ...importPerson('items[].patient.'),
    ...importPerson('items[].candidates[].'),
  ],
  'GET /api/results_imports/:id/kept': [
    ...under('items[].', 'id category_id category_name recorded_at value unit_display updated_at'),
    ...importPerson('items[].patient.'),
  ],
  'GET /api/diseases': disease('items[].'),
  'GET /api/diseases/:id': disease(''),
  'GET /api/job_stress_check_form': [
    'display_name',
    ...under('sections[].', 'code display_name options'),
    ...under('sections[].options[].', 'value label'),
    ...under('items[].', 'code section serial text'),
  ],
  'GET /api/job_stress_checks': [
    ...under('items[].', 'id user_id answered_at source consented_at is_high_stress method total_score scale_conversion scales created_at updated_at'),
    ...under('items[].total_score.', 'A B C high_stress'),
    ...under('items[].scale_conversion.', 'A B C high_stress'),
    ...under('items[].scales[].', 'code display_name domain raw evaluation_point'),
  ],
  'GET /api/job_stress_check_link': ['user_id', 'url'],
  'GET /api/job_stress_check_draft': ['user_id', ...under('answers[].', 'code value'), 'updated_at'],
  'GET /api/data_entry_requests': [
    ...under(
      'items[].',
      'id patient_id kind parts parts[] due_on note state questionnaire_id requested_by requester answered_at cancelled_at created_at updated_at',
    ),
    ...under('items[].requester.', person),
  ],
  'GET /api/questionnaires': questionnaire('items[].'),
  'GET /api/questionnaires/:id': [...questionnaire(''), ...answers(''), 'last', ...answers('last.')],
  'GET /api/symptom_categories': [
    ...under('items[].', 'id name name_ja display_name name_search body_area value_type options applicable_sex red_flag sort_number'),
    ...under('items[].options[].', 'value label'),
  ],
  'GET /api/symptoms': under('items[].', 'id user_id category_id questionnaire_id answered_at value status'),
  'GET /api/lifestyle_categories': [
    ...under(
      'items[].',
      'id name name_ja display_name name_search major_division value_type unit options range line_chart question sort_number rule.kind rule.any',
    ),
    ...under('items[].options[].', 'value label'),
    ...under('items[].range.', 'min max step'),
    ...under('items[].rule.any[].', 'op value'),
  ],
  'GET /api/lifestyles': under('items[].', 'id user_id category_id questionnaire_id answered_at value status important'),
  'GET /api/steps': under('items[].', 'id user_id measured_on count status origin updated_at'),
  'GET /api/sleeps': under('items[].', 'id user_id started_at ended_at is_nap origin'),
  'GET /api/sleeps/daily': under('items[].', 'user_id woke_on total_minutes night_minutes nap_minutes bedtime wake_time episodes naps'),
  'GET /api/health_record_categories': [
    ...under('items[].', 'id name name_ja display_name value_kind unit values sort_number'),
    ...under('items[].values[].', 'name display_name possible.min possible.max numeric_category'),
  ],
  'GET /api/health_records': [
    ...paged,
    ...under('items[].', 'id user_id category_id category recorded_at values text created_by created_at'),
    ...under('items[].values[].', 'name value'),
  ],
}

/** A timeline item has the fields of its own list. */
const inStream = (kind: string, list: string) =>
  readable[list]!.flatMap((field) => (field.startsWith('items[].') ? [`items[].${kind}.${field.slice('items[].'.length)}`] : []))

Object.assign(readable, {
  'GET /api/timeline': [
    ...under('', 'older newer'),
    ...under('items[].', 'kind event id at is_day'),
    ...under('items[].findings.', 'total unhealthy warning unknown notable'),
    ...under('items[].findings.notable[].', 'result_id value recorded_at status is_serious healthy.min healthy.max'),
    ...category('items[].findings.notable[].category.'),
    ...under('items[].findings.notable[].history[].', 'recorded_at value'),
    ...inStream('karte', 'GET /api/kartes'),
    ...inStream('interview', 'GET /api/interviews'),
    ...inStream('test_package', 'GET /api/test_packages'),
    ...inStream('questionnaire', 'GET /api/questionnaires'),
    ...inStream('habit_goal', 'GET /api/habit_goals'),
    ...inStream('assessment', 'GET /api/assessments'),
    ...inStream('contract', 'GET /api/contracts'),
  ],
  'GET /api/timeline/months': under('items[].', 'month kind count'),
})
