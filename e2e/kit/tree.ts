import type { CDPSession, Page } from 'playwright-core'

type Value = { value?: unknown; relatedNodes?: { backendDOMNodeId: number }[] }
type Node = {
  role?: Value
  name?: Value
  value?: Value
  description?: Value
  ignored?: boolean
  properties?: { name: string; value: Value }[]
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()
/** Developer tools of the page. */
export const devtools = (page: Page) => {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

const nodeOf = async (page: Page, target: { objectId?: string; backendNodeId?: number }) => {
  const session = await devtools(page)
  const { nodes } = await session.send('Accessibility.getPartialAXTree', { ...target, fetchRelatives: false })
  return nodes[0] as Node | undefined
}

const shownStates = ['expanded', 'checked', 'pressed', 'selected', 'disabled', 'invalid', 'modal', 'hasPopup']
/** Whether `describe` leaves a state out: if it is unset (but `expanded` and `checked` are always shown), or the listbox of a combobox. */
const isSilent = (name: string, value: unknown) => (name !== 'expanded' && name !== 'checked' && (value === false || value === 'false')) || value === 'listbox'

/** Role, name, states and value of a node in the accessibility tree: `button "操作" expanded=false`. */
const describe = async (page: Page, node: Node | undefined): Promise<string> => {
  if (!node) return 'nothing'
  const properties = node.properties ?? []
  const states = properties.flatMap(({ name, value: { value } }) => (shownStates.includes(name) && !isSilent(name, value) ? [`${name}=${value}`] : []))
  const value = node.value?.value
  const active = properties.find(({ name }) => name === 'activedescendant')?.value.relatedNodes?.[0]
  return [
    node.role?.value,
    `"${node.name?.value ?? ''}"`,
    ...states,
    ...(value === undefined || value === '' ? [] : [`value=${value}`]),
    ...(active ? ['→', await describe(page, await nodeOf(page, { backendNodeId: active.backendDOMNodeId }))] : []),
  ].join(' ')
}

const nodeOfExpression = async (page: Page, expression: string) => {
  const session = await devtools(page)
  const { result } = await session.send('Runtime.evaluate', { expression })
  return result.objectId ? nodeOf(page, { objectId: result.objectId }) : undefined
}

/** Describes the focused element. For a combobox, its active descendant follows after an arrow. */
export const focused = async (page: Page) => describe(page, await nodeOfExpression(page, 'document.activeElement'))

/** Describes the first element that matches a CSS selector. */
export const nodeAt = async (page: Page, selector: string) =>
  describe(page, await nodeOfExpression(page, `document.querySelector(${JSON.stringify(selector)})`))

/** Description of the focused element: hints, errors and tooltips. */
export const focusedDescription = async (page: Page) => (await nodeOfExpression(page, 'document.activeElement'))?.description?.value ?? ''

/** Roles of controls, of groups of controls and of messages. */
const shownRoles = [
  ...['button', 'link', 'checkbox', 'switch', 'radio', 'textbox', 'searchbox', 'combobox', 'option', 'menuitem', 'gridcell', 'separator'],
  ...['radiogroup', 'group', 'listbox', 'menu', 'grid', 'dialog', 'navigation', 'region', 'complementary', 'status', 'alert', 'tooltip'],
]
const extraProperties = ['required', 'valuemin', 'valuemax']

/**
 * Describes the element and its descendants with one of the `shownRoles`, in page order: as `describe` does, with the `extraProperties` and, after a dash,
 * their description.
 */
export const controlsIn = async (page: Page, expression: string): Promise<string[]> => {
  const session = await devtools(page)
  const { result } = await session.send('Runtime.evaluate', { expression })
  const { nodes } = await session.send('Accessibility.queryAXTree', { objectId: result.objectId! })
  const shown = (nodes as Node[]).filter(({ ignored, role }) => !ignored && shownRoles.includes(String(role?.value)))
  return Promise.all(
    shown.map(async (node) => {
      const more = (node.properties ?? []).flatMap(({ name, value: { value } }) =>
        extraProperties.includes(name) && !isSilent(name, value) ? [`${name}=${value}`] : [],
      )
      const description = node.description?.value
      return [await describe(page, node), ...more, ...(description ? [`— ${description}`] : [])].join(' ')
    }),
  )
}
