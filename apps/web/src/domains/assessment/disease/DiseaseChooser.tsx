import type { Disease } from '@sukoyaka/wire/care/assessment'
import { useEffect, useRef, useState } from 'react'
import { DiseaseSearch } from './DiseaseSearch.tsx'
import { NewDisease } from './NewDisease.tsx'

type Chosen = { text: string; disease: Disease | null }
type Props = Chosen & { onChange: (chosen: Chosen) => void; error?: string; onLacking: (isLacking: boolean) => void }

/** Disease search with creation of missing diseases, for forms of other domains; `onLacking(true)` while the creation form is open. */
export function DiseaseChooser({ text, disease, onChange, error, onLacking }: Props) {
  const [lacking, setLacking] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const was = useRef(false)
  const say = (words: string | null) => {
    setLacking(words)
    onLacking(words !== null)
  }
  useEffect(() => {
    if (was.current && lacking === null) box.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
    was.current = lacking !== null
  }, [lacking])
  const choose = (chosen: Disease) => {
    say(null)
    onChange({ text: chosen.display_name, disease: chosen })
  }
  return (
    <div ref={box}>
      {lacking === null ? (
        <DiseaseSearch
          text={text}
          isChosen={disease !== null}
          onText={(next) => onChange({ text: next, disease: null })}
          onPick={choose}
          onCreate={say}
          error={error}
        />
      ) : (
        <NewDisease text={lacking} onAdded={choose} onCancel={() => say(null)} />
      )}
    </div>
  )
}
