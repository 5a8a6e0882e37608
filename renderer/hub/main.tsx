import { render } from 'preact';
import { applyAppearance } from '../client/appearance.ts';
import { App } from './app.tsx';
import { startSession } from './session.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/parts.css';
import '../styles/layout.css';
import './hub.css';

const root = document.getElementById('app');
if (!root) throw new Error('the page has no place for its content');
applyAppearance();
render(<App />, root);
void startSession();
