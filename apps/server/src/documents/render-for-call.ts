import { apiError } from '../errors/api-error.ts'
import { DocumentError, renderDocument } from './render-document.ts'

/** The PDF that a call replies with. Throws 422 for a `DocumentError`. */
export const renderForCall = async (template: string, data: object): Promise<Buffer> => {
  try {
    return await renderDocument(template, data)
  } catch (error) {
    throw error instanceof DocumentError ? apiError('document_failed') : error
  }
}
