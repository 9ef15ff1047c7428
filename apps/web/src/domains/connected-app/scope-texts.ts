import type { TFunction } from 'i18next'

/** What a program may read, in words. The choice of the patient (`launch/patient`) reads nothing by itself. */
export const scopeTexts = (scopes: readonly string[], t: TFunction<'connected_app'>): string[] => {
  const texts = scopes.flatMap((scope) => {
    if (scope === 'offline_access') return [t('scope.offline')]
    const [context, rest = ''] = scope.split('/')
    const type = rest.split('.')[0]!
    if (scope === 'launch/patient' || !type) return []
    if (type !== '*') return [t('scope.type', { type })]
    return [context === 'patient' ? t('scope.all') : t('scope.patients')]
  })
  return [...new Set(texts)]
}
