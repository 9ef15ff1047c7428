import { useSyncExternalStore } from 'react'

/** Listeners of one event. */
export const makeListeners = <Args extends unknown[] = []>() => {
  const listeners = new Set<(...args: Args) => void>()
  return {
    emit: (...args: Args) => {
      for (const listener of listeners) listener(...args)
    },
    /** Returns a function that unsubscribes. */
    subscribe: (listener: (...args: Args) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A value outside of React whose changes components follow with `useObservable`. */
export const makeObservable = <Value>(initial: Value) => {
  const { emit, subscribe } = makeListeners()
  let value = initial
  return {
    read: () => value,
    set: (next: Value) => {
      if (Object.is(next, value)) return
      value = next
      emit()
    },
    subscribe,
  }
}

export const useObservable = <Value>({ read, subscribe }: { read: () => Value; subscribe: (listener: () => void) => () => void }) =>
  useSyncExternalStore(subscribe, read)
