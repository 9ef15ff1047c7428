import { createEvent, fireEvent } from '@testing-library/react'

/** Fires a composition event with its text, which the DOM of the tests would drop. */
const compose = (field: HTMLElement, type: 'compositionStart' | 'compositionUpdate' | 'compositionEnd', data: string) => {
  const event = createEvent[type](field)
  Object.defineProperty(event, 'data', { value: data })
  fireEvent(field, event)
}

/** Types as an input method does: it shows the kana, converts them, and confirms. */
export const convert = (field: HTMLElement, kana: string[], kanji: string) => {
  const before = (field as HTMLInputElement).value
  compose(field, 'compositionStart', '')
  for (const data of [...kana, kanji]) {
    compose(field, 'compositionUpdate', data)
    fireEvent.change(field, { target: { value: before + data } })
  }
  compose(field, 'compositionEnd', kanji)
}
