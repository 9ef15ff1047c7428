import * as karte from '@sukoyaka/wire/care/karte'
import * as template from '@sukoyaka/wire/care/karte-template'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'

export const {
  useListKartesQuery,
  useSearchKartesQuery,
  useRemoveKarteMutation,
  useRemoveKarteImageMutation,
  useListKarteVersionsQuery,
  useListKarteDraftsQuery,
  useSaveKarteDraftMutation,
  useRemoveKarteDraftMutation,
  useRemoveKarteDraftImageMutation,
  useListKarteTemplatesQuery,
  useAddKarteTemplateMutation,
  useChangeKarteTemplateMutation,
  useRemoveKarteTemplateMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listKartes: queryEndpoint(build, karte.listKartes, 'kartes'),
    searchKartes: queryEndpoint(build, karte.searchKartes, 'kartes'),
    removeKarte: mutationEndpoint(build, karte.removeKarte),
    removeKarteImage: mutationEndpoint(build, karte.removeKarteImage),
    listKarteVersions: queryEndpoint(build, karte.listKarteVersions, 'kartes'),
    listKarteDrafts: queryEndpoint(build, karte.listKarteDrafts),
    saveKarteDraft: mutationEndpoint(build, karte.saveKarteDraft),
    removeKarteDraft: mutationEndpoint(build, karte.removeKarteDraft),
    removeKarteDraftImage: mutationEndpoint(build, karte.removeKarteDraftImage),
    listKarteTemplates: queryEndpoint(build, template.listKarteTemplates, 'karte_templates'),
    addKarteTemplate: mutationEndpoint(build, template.addKarteTemplate),
    changeKarteTemplate: mutationEndpoint(build, template.changeKarteTemplate),
    removeKarteTemplate: mutationEndpoint(build, template.removeKarteTemplate),
  }),
})
