import type { namespaces } from '@sukoyaka/phrases/all'
import 'i18next'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    keySeparator: false
    resources: { [N in keyof typeof namespaces]: (typeof namespaces)[N]['ja'] }
  }
}
