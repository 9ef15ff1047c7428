import * as karte from '@sukoyaka/wire/care/karte'
import * as template from '@sukoyaka/wire/care/karte-template'
import { api, read, write } from '../../api/api.ts'

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
    listKartes: read(build, karte.listKartes, 'kartes'),
    searchKartes: read(build, karte.searchKartes, 'kartes'),
    removeKarte: write(build, karte.removeKarte),
    removeKarteImage: write(build, karte.removeKarteImage),
    listKarteVersions: read(build, karte.listKarteVersions, 'kartes'),
    listKarteDrafts: read(build, karte.listKarteDrafts),
    saveKarteDraft: write(build, karte.saveKarteDraft),
    removeKarteDraft: write(build, karte.removeKarteDraft),
    removeKarteDraftImage: write(build, karte.removeKarteDraftImage),
    listKarteTemplates: read(build, template.listKarteTemplates, 'karte_templates'),
    addKarteTemplate: write(build, template.addKarteTemplate),
    changeKarteTemplate: write(build, template.changeKarteTemplate),
    removeKarteTemplate: write(build, template.removeKarteTemplate),
  }),
})
