import { addDays, tokyoDay, tokyoStartOfDay } from '../time.ts'

/** A follow-up is listed this many days ahead. */
export const followUpNoticeDays = 30
/** Whole days after which an image without a reading is listed. */
export const readingDays = 14

type Image = { id: number; category_id: number; recorded_at: string; status: number | null; follow_up_on: string | null; is_follow_up_done: boolean }

/** What an image waits for (its reading, or a follow-up that is not done) and the instant from which it is listed. Undefined if it waits for nothing. */
export const openFollowUp = ({ status, recorded_at, follow_up_on, is_follow_up_done }: Omit<Image, 'id' | 'category_id'>) => {
  if (follow_up_on && !is_follow_up_done)
    return { kind: 'follow_up' as const, listed_from: tokyoStartOfDay(addDays(follow_up_on, -followUpNoticeDays)).toISOString() }
  return status === null ? { kind: 'reading' as const, listed_from: tokyoStartOfDay(addDays(tokyoDay(recorded_at), readingDays + 1)).toISOString() } : undefined
}

/** Day of an open follow-up, else of the image. */
const dayOf = ({ follow_up_on, is_follow_up_done, recorded_at }: Image) => (follow_up_on && !is_follow_up_done ? follow_up_on : recorded_at)

/**
 * The images that are listed now, sorted by the day of their open follow-up, else of the image, earliest first. A follow-up is no longer listed once there is a
 * newer image of the same category.
 */
export const imagesWaiting = <I extends Image>(images: readonly I[], now: Date): I[] =>
  images
    .filter((image) => {
      const open = openFollowUp(image)
      if (!open || Date.parse(open.listed_from) > now.getTime()) return false
      return open.kind === 'reading' || !images.some((other) => other.category_id === image.category_id && other.recorded_at > image.recorded_at)
    })
    .sort((a, b) => dayOf(a).localeCompare(dayOf(b)))
