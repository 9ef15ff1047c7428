import { useListMedicineIntakesQuery, useListSupplementIntakesQuery } from './api.ts'

/** Both lists as one query: pending until both are loaded, failed if either fails. */
export const useIntakes = (user_id: number) => {
  const medicines = useListMedicineIntakesQuery({ user_id, include: ['medicine'] })
  const supplements = useListSupplementIntakesQuery({ user_id, include: ['supplement'] })
  const held =
    medicines.currentData && supplements.currentData ? { medicines: medicines.currentData.items, supplements: supplements.currentData.items } : undefined
  const both = [medicines, supplements]
  return {
    held,
    asked: {
      currentData: held && { items: [...held.medicines, ...held.supplements] },
      isError: both.some(({ isError, currentData }) => isError && !currentData),
      isFetching: both.some(({ isFetching, currentData }) => isFetching && !currentData),
      refetch: () => {
        for (const query of both) if (query.isError) void query.refetch()
      },
    },
  }
}
