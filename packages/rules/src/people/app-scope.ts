const form = /^(patient|user)\/(\*|[A-Z][A-Za-z]{1,39})\.(rs|r|s|read)$/

/**
 * The scopes of a request that this person can grant: those that the app may request, for reading only. Staff have no patient of their own, so
 * `patient/…` is for patients. Unknown scopes are left out, as OAuth allows.
 */
export const grantableScopes = (requested: string, allowed: readonly string[], isPatient: boolean): string[] => {
  const words = [...new Set(requested.split(/\s+/).filter(Boolean))]
  return words.filter((word) => {
    const [, context] = form.exec(word) ?? []
    if (context) return allowed.includes(`${context}/*.rs`) && (isPatient || context === 'user')
    if (word === 'launch/patient') return isPatient && allowed.includes('patient/*.rs')
    return word === 'offline_access' && allowed.includes(word)
  })
}

/** Whether at least one of these scopes allows reading resources. */
export const canRead = (scopes: readonly string[]) => scopes.some((scope) => form.test(scope))

/** Whether the scopes allow reading resources of a type. */
export const allowsType = (scopes: readonly string[], type: string): boolean =>
  scopes.some((scope) => {
    const [, , of] = form.exec(scope) ?? []
    return of === '*' || of === type
  })
