import { listTestPackages } from '@sukoyaka/wire/record/checkup'
import * as imaging from '@sukoyaka/wire/record/imaging'
import { api, mutationEndpoint, type OptimisticUpdate, queryEndpoint } from '../../api/api.ts'

export const imagingApi = api.injectEndpoints({
  endpoints: (build) => ({
    listImageTestResults: queryEndpoint(build, imaging.listImageTestResults, 'test_results', 'test_packages'),
    listImageTestResultCategories: queryEndpoint(build, imaging.listImageTestResultCategories, 'image_categories'),
    /** The checkup of an image determines when the patient can see it. */
    listPackagesOfImages: queryEndpoint(build, listTestPackages, 'test_packages'),
  }),
})

type Dispatch = Parameters<OptimisticUpdate<typeof imaging.changeImageTestResult>>[1]

/** The requests name the examination but not the patient, so every cached list is searched for the examination. */
const inEveryList = (dispatch: Dispatch, edit: (items: imaging.ImageTestResult[]) => imaging.ImageTestResult[]) =>
  dispatch((_, getState) => imagingApi.util.selectInvalidatedBy(getState(), ['test_results']))
    .filter(({ endpointName }) => endpointName === 'listImageTestResults')
    .map(({ originalArgs }) =>
      dispatch(
        imagingApi.util.updateQueryData('listImageTestResults', originalArgs, (list) => {
          list.items = edit(list.items)
        }),
      ),
    )

export const {
  useListImageTestResultsQuery,
  useListImageTestResultCategoriesQuery,
  useListPackagesOfImagesQuery,
  useChangeImageTestResultMutation,
  useRemoveImageTestResultMutation,
  useRemoveImageMutation,
} = imagingApi.injectEndpoints({
  endpoints: (build) => ({
    changeImageTestResult: mutationEndpoint(build, imaging.changeImageTestResult),
    removeImageTestResult: mutationEndpoint(build, imaging.removeImageTestResult, ({ id }, dispatch) =>
      inEveryList(dispatch, (items) => items.filter((item) => item.id !== id)),
    ),
    removeImage: mutationEndpoint(build, imaging.removeImage, ({ id, image_id }, dispatch) =>
      inEveryList(dispatch, (items) =>
        items.map((item) => (item.id === id ? { ...item, images: item.images.filter((image) => image.id !== image_id) } : item)),
      ),
    ),
  }),
})
