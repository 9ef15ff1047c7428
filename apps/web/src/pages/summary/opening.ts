import { idPattern } from '../../ui/page/id.ts'
import { makeListeners } from '../../ui/page/observable.ts'

/** The patient whose summary is being opened, told when a link is followed and thus before the page is rendered. */
const opening = makeListeners<[user_id: number]>()
export const onOpening = opening.subscribe
export const summaryLoader = ({ params: { userId = '' } }: { params: { userId?: string } }) => {
  if (idPattern.test(userId)) opening.emit(Number(userId))
  return null
}
