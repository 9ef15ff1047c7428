import type { addRecommendation } from '@sukoyaka/wire/people/recommendation'
import type { Call } from '../../../../http/serve.ts'
import { notifyMainDoctor } from '../../../notification/recommendation-store.ts'
import { assertMayRecommend } from '../../../shop/check-store.ts'
import { insertRecommendation } from '../../../shop/recommendation-store.ts'
import { insertMessage } from '../../thread/send-store.ts'

/**
 * Recommends a product; with `in_chat`, also sends it as a card to the conversation. The text of the message is the reason, for previews and search. The card
 * does not answer what the patient wrote.
 */
export const recommend = async (call: Call<typeof addRecommendation>) => {
  const { context, actor, scope, input, language } = call
  const { patient_id, product_id, in_chat, notify_doctor, seen_findings } = input
  const now = context.clock()
  await assertMayRecommend(scope, actor, { patient_id, product_id, now, language, ...(seen_findings && { seen_findings }) })
  const recommendation = await insertRecommendation(scope, actor, input, language)
  if (notify_doctor) await notifyMainDoctor(scope, { patient_id, record_id: recommendation.id, actor_id: actor.id })
  if (in_chat) {
    const card = { recommendation_id: recommendation.id }
    const { id } = await insertMessage({ actor, scope, now }, { patient_id, body: recommendation.reason, message_type: 'product', card, isReply: false })
    call.about('message.new', id)
  }
  return recommendation
}
