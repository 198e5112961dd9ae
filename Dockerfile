# One image, two processes: the API (the default command) and the workers.
FROM node:24.21.0-bookworm-slim AS client
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --workspaces=false --no-audit --no-fund
COPY . .
RUN npx vite build && node backend/openapi/site.ts

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --workspaces=false --omit=dev --no-audit --no-fund
COPY messages messages
COPY backend backend
COPY workers workers
COPY migrations migrations
# Stand-ins are for development only, and the description of the API is in dist.
RUN rm -r backend/local backend/openapi && mkdir /data compiled && chown node /data compiled
COPY --from=client /shop/dist dist
USER node
ENV DATA_DIR=/data
# Why: backend/local/child.ts
ENV MALLOC_MMAP_THRESHOLD_=131072 MALLOC_ARENA_MAX=1
# Compiles the programs now instead of at each start: without variables, they load their modules and exit with 1. V8 keeps
# compiled code by its flags, so these are the ones below and in docker-compose.yml.
ENV NODE_COMPILE_CACHE=/shop/compiled
RUN ! node --max-semi-space-size=2 --heap-growing-percent=10 --no-allocation-site-pretenuring backend/main.ts 2>/dev/null \
  && ! node --max-semi-space-size=16 workers/main.ts 2>/dev/null \
  && ! node backend/migrate.ts 2>/dev/null \
  && node backend/modules/pictures/render.ts \
  && test -n "$(ls compiled)"
VOLUME /data
EXPOSE 3000 3001
CMD ["node", "--max-semi-space-size=2", "--heap-growing-percent=10", "--no-allocation-site-pretenuring", "backend/main.ts"]
