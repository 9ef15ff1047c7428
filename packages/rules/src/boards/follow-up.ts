import type { ImageTestResult } from '@sukoyaka/wire/record/imaging'
import { addDays, tokyoDay, tokyoStartOfDay } from '../time.ts'

/** A follow-up is listed this many days ahead. */
export const followUpNoticeDays = 30
/** Whole days after which an image without a reading is listed. */
export const readingDays = 14

type Waiting = Pick<ImageTestResult, 'recorded_at' | 'follow_up_kind' | 'follow_up_on' | 'is_follow_up_done'> & { status: number | null }
type Image = Waiting & { id: number; category_id: number }

/**
 * What an image waits for (its reading, or a follow-up that is not done) and the instant from which it is listed. If it waits for both, the reading comes first
 * until the follow-up is listed. A newer image of the same category (`hasNewer`) replaces a retest, but neither a closer look nor a referral. Undefined if it
 * waits for nothing.
 */
export const openFollowUp = ({ status, recorded_at, follow_up_kind, follow_up_on, is_follow_up_done }: Waiting, hasNewer: boolean, now: Date) => {
  const isOpen = follow_up_on && !is_follow_up_done && !(follow_up_kind === 'retest' && hasNewer)
  const followUp = isOpen && { due_on: follow_up_on, listed_from: tokyoStartOfDay(addDays(follow_up_on, -followUpNoticeDays)).toISOString() }
  const reading = status === null && { due_on: null, listed_from: tokyoStartOfDay(addDays(tokyoDay(recorded_at), readingDays + 1)).toISOString() }
  const isReadingFirst = followUp && reading && reading.listed_from < followUp.listed_from && followUp.listed_from > now.toISOString()
  return isReadingFirst ? reading : followUp || reading || undefined
}

/** The images that are listed now, with the day of the follow-up that they wait for; null if they wait for their reading. Sorted by this day, else of the image. */
export const imagesWaiting = <I extends Image>(images: readonly I[], now: Date): (I & { due_on: string | null })[] =>
  images
    .flatMap((image) => {
      const hasNewer = images.some((other) => other.category_id === image.category_id && other.recorded_at > image.recorded_at)
      const open = openFollowUp(image, hasNewer, now)
      return open && Date.parse(open.listed_from) <= now.getTime() ? [{ ...image, due_on: open.due_on }] : []
    })
    .sort((a, b) => (a.due_on ?? a.recorded_at).localeCompare(b.due_on ?? b.recorded_at))
