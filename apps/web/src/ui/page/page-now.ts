import { parsePath } from '../../i18n/language.ts'

/** Path and query of the open page, without the language. */
export const pageNow = () => parsePath(location.pathname).path + location.search
