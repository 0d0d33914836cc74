import { startWorld } from '../world.ts'
import { attack } from './guesses.attack.ts'

attack(startWorld)
