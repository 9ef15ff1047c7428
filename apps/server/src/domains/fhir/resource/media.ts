import type { Media } from '@medplum/fhirtypes'
import { type BaseRow, code, coded, hl7Concept, iso, metaOf, noteOf, patientOf, systems } from './coding.ts'

export type MediaRow = BaseRow & {
  category: string
  category_ja: string
  body_area: string
  modality: string
  kind: 'image' | 'video' | 'document'
  content_type: string
  name: string
  size: string
  width: number | null
  height: number | null
  finding: string
  origin: string
  file_id: string
}

/** A picture or video of an examination. The files are not DICOM, so there is no ImagingStudy. */
export const toMedia = (row: MediaRow, { urlOf }: { urlOf: (file_id: number) => string }): Media => ({
  resourceType: 'Media',
  id: row.id,
  meta: metaOf(row),
  status: 'completed',
  type: hl7Concept('media-type', row.kind === 'video' ? 'video' : 'image'),
  ...(row.modality && { modality: coded(row.modality, [code('urn:sukoyaka:modality', row.modality)]) }),
  subject: patientOf(row),
  createdDateTime: iso(row.at),
  reasonCode: [coded(row.category_ja, [code(systems.result, row.category, row.category_ja)])],
  ...(row.body_area && { bodySite: { text: row.body_area } }),
  ...(row.origin && { device: { display: row.origin } }),
  ...(row.width && { width: row.width }),
  ...(row.height && { height: row.height }),
  content: { contentType: row.content_type, url: urlOf(Number(row.file_id)), size: Number(row.size), ...(row.name && { title: row.name }) },
  ...noteOf(row.finding),
})
