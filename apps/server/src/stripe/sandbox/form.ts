/** A value of a form body: texts, and objects for `card[number]` and `expand[0]`. */
export type FormValue = string | { [name: string]: FormValue }
export type Form = { [name: string]: FormValue }

/** Reads a body or query as Stripe’s API takes it: `metadata[payment]=1&expand[0]=customer`. */
export const readForm = (text: string): Form => {
  const form: Form = Object.create(null)
  for (const [key, value] of new URLSearchParams(text)) {
    const [first, ...rest] = key.split(/[[\]]+/).filter((part, at) => part !== '' || at === 0)
    const path = [first!, ...rest]
    let target = form
    for (const name of path.slice(0, -1)) {
      const next = target[name]
      const child: Form = typeof next === 'object' ? next : Object.create(null)
      target[name] = child
      target = child
    }
    target[path.at(-1)!] = value
  }
  return form
}

export const textIn = (form: Form, name: string): string | undefined => {
  const value = form[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const formIn = (form: Form, name: string): Form => {
  const value = form[name]
  return typeof value === 'object' ? value : {}
}

/** A flat object of texts, such as metadata. */
export const textsIn = (form: Form, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(formIn(form, name)).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])))
