import type { DocumentReference } from '@medplum/fhirtypes'
import { type BaseRow, iso, metaOf, patientOf, referenceTo } from './coding.ts'

export type DocumentRow = BaseRow & { content_type: string; name: string; size: string; file_id: string; sender_id: string; sender_role: string }

/** A document that was sent in the conversation. */
export const toDocumentReference = (row: DocumentRow, { urlOf }: { urlOf: (file_id: number) => string }): DocumentReference => ({
  resourceType: 'DocumentReference',
  id: row.id,
  meta: metaOf(row),
  status: 'current',
  type: { text: row.name || '文書' },
  subject: patientOf(row),
  date: iso(row.at),
  author: [referenceTo(row.sender_role === 'patient' ? 'Patient' : 'Practitioner', row.sender_id)],
  content: [{ attachment: { contentType: row.content_type, url: urlOf(Number(row.file_id)), size: Number(row.size), ...(row.name && { title: row.name }) } }],
})
