import { useListTestPackagesQuery } from '../../domains/checkup/api.ts'
import type { Checkups } from '../../domains/interview/schedule/ScheduleCard.tsx'

/** A patient’s checkups for cards of other domains. */
export const useCheckups = (user_id: number): Checkups => {
  const { currentData, isError, isFetching, refetch } = useListTestPackagesQuery({ user_id })
  return { checkups: currentData?.items, failed: isError && !currentData && !isFetching, retry: () => void refetch() }
}
