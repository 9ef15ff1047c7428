import { kanaIn } from '@sukoyaka/rules/people/kana'
import { toHiragana } from '@sukoyaka/rules/person'
import { type CompositionEvent, useRef } from 'react'

/** No kanji yet: the input method shows what was typed. */
const isUnconverted = (text: string) => !/[\p{Script=Han}々〆]/u.test(text)

/**
 * Fills in the reading of a name while it is typed: the kana that the input method showed before it converted them. `add` gets the reading of each
 * confirmed conversion.
 */
export function useReading(add: (reading: string) => void) {
  const reading = useRef('')
  return {
    onCompositionStart: () => {
      reading.current = ''
    },
    onCompositionUpdate: ({ data }: CompositionEvent<HTMLInputElement>) => {
      if (data && isUnconverted(data)) reading.current = toHiragana(kanaIn(data))
    },
    onCompositionEnd: ({ data }: CompositionEvent<HTMLInputElement>) => {
      // an empty text is a cancelled conversion
      if (data && reading.current) add(reading.current)
      reading.current = ''
    },
  }
}
