import { makeListeners } from '../../ui/page/observable.ts'

/** Emits the patient whose summary is being opened. The route loader does so when a link is followed, before the page renders. */
const opening = makeListeners<[user_id: number]>()
export const onOpening = opening.subscribe
export const summaryLoader = ({ params: { userId } }: { params: { userId?: string } }) => {
  const user_id = Number(userId)
  if (user_id > 0) opening.emit(user_id)
  return null
}
