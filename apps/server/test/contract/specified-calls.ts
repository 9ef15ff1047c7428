/**
 * Typed by hand from the API specification, which is not in this repository: its 160 calls, each with the query and body parameters that it names. The server
 * has more calls. The contract test sends the parameters of GET calls only.
 */
const text = `
POST /api/sign_in | POST /api/sign_in_v2 | POST /api/auth_otp | DELETE /api/sign_out | POST /api/users/activations | GET /api/users/activations/{token}
GET /api/users/patients include q q[id_eq] q[id_in] role | PUT /api/users/reset_password | PUT /api/users/update_auth_info old_password
GET /api/users/{id} | PATCH /api/users/{id} | POST /reset_passwords email | PUT /users/{id} | GET /payment_sources | POST /stripe_payments
GET /api/test_packages user_id | POST /api/test_packages facility_id tested_at included_in_plan user_id tests_attributes
PUT /api/test_packages/{id} detail location name tested_at tests_attributes | DELETE /api/test_packages/{id} | GET /api/test_packages/{id}/test_results | GET /test_packages/{id}/calendar
GET /api/test_results user_id count include categories | POST /api/test_results/bulk | GET /api/test_categories | GET /api/numeric_test_result_categories | GET /api/image_test_result_categories
GET /api/numeric_test_result_category_reference_ranges user_id category_names
GET /api/habit_goals | POST /api/habit_goals user_id content kind | PUT /api/habit_goals/{id} achieved_on content kind | DELETE /api/habit_goals/{id} | GET /api/habit_goal_templates
GET /api/interviews interviewee_id | POST /api/interviews interviewee_id | GET /api/interviews/{id} | PUT /api/interviews/{id} | DELETE /api/interviews/{id} | GET /interviews/{id}/calendar
GET /api/assessments user_id include disease_id | POST /api/assessments conducted_on kind memo | PUT /api/assessments/{id} solved_on
GET /api/diseases name id include q | POST /api/diseases name name_ja | GET /api/diseases/{id} include
GET /api/kartes user_id | POST /api/kartes karte[memo] karte[images][] karte[user_id] | PUT /api/kartes/{id} | DELETE /api/kartes/{id} | DELETE /api/kartes/{id}/images/{attachment_id}
GET /api/allergy_reactions | GET /api/family_past_illnesses | GET /api/past_illnesses | GET /api/medicine_intakes | GET /api/supplement_intakes | GET /api/steps user_id count
GET /api/symptoms user_id count categories | GET /api/lifestyles user_id limit category_ids before | GET /api/health_scores category_name user_id | GET /api/sleeps user_id limit before
GET /api/sleeps/daily user_id limit before | GET /api/health_records limit page | GET /api/health_record_categories | GET /api/lifestyle_categories | GET /api/symptom_categories
GET /api/job_stress_checks user_id limit | GET /api/performed_operations user_id | POST /api/steps/bulk | POST /api/health_records | POST /api/job_stress_check_results | DELETE /api/health_records/{id}
GET /api/questionnaires user_id | POST /api/questionnaires user_id | GET /api/questionnaires/{id} | PUT /api/questionnaires/{id}
POST /api/medical_questionnaire_answers user_id lifestyles symptoms allergy_reactions
GET /api/contracts user_ids include | GET /api/plans name | GET /api/facilities | GET /api/facilities/{id} | GET /api/facilities/{facilityId}/facility_reservation_forbidden_rules
POST /api/bulk_messages | GET /api/messages patient_id page q[body_cont] | POST /api/messages content_type message_type patient_id body reply_to_message_id image | GET /api/messages/search page q
GET /api/messages/{id} | DELETE /api/messages/{id} | POST /api/messages/image | GET /api/messages/{id}/images | GET /api/messages/{id}/pick prev_page next_page
GET /api/message_rooms page service_type role q[full_name_cont] | GET /api/message_rooms/list page service_type role q[full_name_cont] q[main_doctor_full_name_cont] unread_only notifiable_only unresponded_only
GET /api/message_rooms/{id} | GET /api/message_rooms/unread_count | GET /api/message_rooms/unread_notifiable_count | GET /api/message_rooms/{id}/images anchor_message_id limit_before limit_after
POST /api/message_likes | DELETE /api/message_likes/{id} | GET /api/message_mentions/targets | PATCH /api/message_open_histories/{id} | PATCH /api/message_open_histories/bulk_update ids
GET /api/message_pins | POST /api/message_pins patient_id page | DELETE /api/message_pins/{id} | GET /api/message_reminders | POST /api/message_reminders patient_id page | DELETE /api/message_reminders/{id}
POST /api/message_reactions | DELETE /api/message_reactions/{id} | GET /api/emoticons | GET /api/data_entry_requests message_room_id | POST /api/data_entry_requests | PATCH /api/data_entry_requests/{id}
GET /api/notifications | PATCH /api/notifications/{id}/checked | GET /api/user_unread_records | PATCH /api/user_unread_records/{id}/read | POST /api/visibilities
GET /api/privacy_policy_agreements | POST /api/privacy_policy_agreements privacy_policy_id | GET /api/usage_policy_agreements | POST /api/usage_policy_agreements usage_policy_id
POST /api/invite_requests | POST /api/line_accounts
GET /api/shop/cart_calculations coupon_code | GET /api/shop/cart_items | POST /api/shop/cart_items | PUT /api/shop/cart_items/{id} | DELETE /api/shop/cart_items/{id} | POST /api/shop/cart_items/bulk
POST /api/shop/cart_items/create_from_recommendations | POST /api/shop/carts | GET /api/shop/carts/delivery_rule | GET /api/shop/coupons/valid coupon_code | GET /api/shop/orders user_id
GET /api/shop/products include q | GET /api/shop/products/{id} | POST /api/shop/purchases | GET /api/shop/recommendations patient_id | POST /api/shop/recommendations patient_id
PUT /api/shop/recommendations/{id} | DELETE /api/shop/recommendations/{id} | POST /api/stripe_payments/card_secret | POST /api/stripe_payments/payment_secret | PATCH /api/stripe_payments/{id}
GET /api/stripe_payments/{id} | GET /api/stripe_payments | GET /api/stripe_payments/list
POST /apple_healthkits | POST /apple_healthkits/query | GET /apple_healthkits/latest_posts | POST /google_fit_values/query | POST /google_health_connect_values
GET /google_health_connect_values/last_sync_times keys user_id | GET /google_health_connect_values/latest_posts | GET /api/google_api_tokens/unauthorized_scopes | GET /authorized_google code state
POST /webhooks/circleback | POST /webhooks/stripe | POST /webhooks/typeform/job_stress_check_results | POST /webhooks/shopify`

export type Call = { key: string; method: string; path: string; names: string[] }

const read = (table: string): Call[] =>
  table
    .split(/[|\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [method = '', path = '', ...names] = part.split(/\s+/)
      return { key: `${method} ${path}`, method, path, names }
    })

export const specifiedCalls = read(text)
