import type { Disease } from '@sukoyaka/wire/care/assessment'
import { useEffect, useRef, useState } from 'react'
import { DiseaseSearch } from './DiseaseSearch.tsx'
import { NewDisease } from './NewDisease.tsx'

type Chosen = { text: string; disease: Disease | null }
type Props = Chosen & { onChange: (chosen: Chosen) => void; error?: string; onCreating: (isCreating: boolean) => void }

/** Disease search with creation of missing diseases, for forms of other domains. `onCreating` gets whether the creation form is open. */
export function DiseaseChooser({ text, disease, onChange, error, onCreating }: Props) {
  const [newName, setNewName] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const wasCreating = useRef(false)
  const setNewDiseaseName = (name: string | null) => {
    setNewName(name)
    onCreating(name !== null)
  }
  useEffect(() => {
    if (wasCreating.current && newName === null) box.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
    wasCreating.current = newName !== null
  }, [newName])
  const choose = (chosen: Disease) => {
    setNewDiseaseName(null)
    onChange({ text: chosen.display_name, disease: chosen })
  }
  return (
    <div ref={box}>
      {newName === null ? (
        <DiseaseSearch
          text={text}
          isChosen={disease !== null}
          onText={(next) => onChange({ text: next, disease: null })}
          onPick={choose}
          onCreate={setNewDiseaseName}
          error={error}
        />
      ) : (
        <NewDisease text={newName} onAdded={choose} onCancel={() => setNewDiseaseName(null)} />
      )}
    </div>
  )
}
