import { createContext, type ReactNode } from 'react'

/** The app's top bar, for pages that usually hide it: the review room shows it when its file was deleted. */
export const TopBarContext = createContext<ReactNode>(null)
