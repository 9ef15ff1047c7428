import { makeListeners } from '../../ui/page/observable.ts'

/** The patient whose summary is being opened, told when a link is followed and thus before the page is rendered. */
const opening = makeListeners<[user_id: number]>()
export const onOpening = opening.subscribe
export const summaryLoader = ({ params: { userId } }: { params: { userId?: string } }) => {
  const user_id = Number(userId)
  if (user_id > 0) opening.emit(user_id)
  return null
}
